import Foundation

extension NSManagedObjectModel {
  /// Reads a model from an `.xcdatamodeld` (its current version), `.xcdatamodel`, `.momd` or `.mom`, or from the XML of
  /// a version.
  ///
  /// - Parameter url: the file or the bundle.
  /// - Returns: the model; nil if it cannot be read. The reason is logged.
  /// - Complexity: O(size of the file + properties), where each subentity counts its inherited properties. The whole
  ///   file is read. A file of more than 64 MB is rejected.
  public convenience init?(contentsOf url: URL) {
    do {
      try self.init(reading: url)
    } catch {
      logLine("the model cannot be read: \(error)")
      return nil
    }
  }

  /// Reads a model from a file in any form that `init(contentsOf:)` accepts.
  ///
  /// - Parameter url: the file or the bundle.
  /// - Complexity: O(size of the file + properties), where each subentity counts its inherited properties.
  /// - Throws: a `ModelReadingError` that names the file, the element and the problem.
  package convenience init(reading url: URL) throws {
    let draft = try ModelFile.draft(at: url)
    self.init()
    bundleModules = ClassLookup.modules(ofBundlesAround: url)
    versionsURL = ModelVersions.bundle(around: url)
    do {
      try draft.fill(self)
    } catch let error as ModelReadingError {
      throw ModelReadingError(error.reasons, url: url)
    }
  }

  /// Reads all versions in a bundle, the current version first, or the model of another file. Versions that cannot be
  /// read are logged and skipped.
  static func versions(at url: URL) -> [NSManagedObjectModel] {
    let versions = ModelVersions.files(in: url)
    guard !versions.isEmpty else { return [NSManagedObjectModel(contentsOf: url)].compactMap { $0 } }
    // If the bundle does not name its current version, the versions can still be used.
    let current = try? NSManagedObjectModel(reading: url)
    return [current].compactMap { $0 } + versions.compactMap { NSManagedObjectModel(contentsOf: $0) }
  }

  /// Returns the problems of a model file: the details that are skipped when it is read, and the reasons if it cannot
  /// be read.
  ///
  /// - Parameter url: the file or bundle, in any form that `init(contentsOf:)` accepts.
  /// - Complexity: that of `init(reading:)`.
  package static func problems(inModelAt url: URL) -> [String] {
    let notes = Protected<[String]>([])
    do {
      try ModelNote.$collected.withValue(notes) { _ = try NSManagedObjectModel(reading: url) }
    } catch let error as ModelReadingError {
      return notes.withLock { $0 } + error.reasons
    } catch {
      return notes.withLock { $0 } + ["\(error)"]
    }
    return notes.withLock { $0 }
  }

  /// Reads the model that a store contains.
  ///
  /// - Parameter modelCache: the content of `Z_MODELCACHE`, a compiled model compressed with raw DEFLATE.
  /// - Complexity: O(decompressed size + properties), where each subentity counts its inherited properties.
  /// - Throws: a `ModelReadingError` that describes the problem.
  package convenience init(modelCache: Data) throws {
    let archive = try RawDeflate.inflate(modelCache, limit: ModelFile.sizeLimit)
    let draft = try ArchiveModelReader.draft(archive: archive)
    self.init()
    try draft.fill(self)
  }
}
