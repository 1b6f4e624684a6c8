import Foundation

extension NSManagedObjectModel {
  /// Reads a model from a file: `.xcdatamodeld` (its current version), `.xcdatamodel`, their XML, `.momd` or `.mom`.
  ///
  /// - Parameter url: the file or the bundle.
  /// - Returns: the model, or nil when it cannot be read; the reason is logged.
  /// - Complexity: O(bytes of the file + properties), inherited properties counted again in each subentity. The file is
  ///   read whole; one of more than 64 MB is refused.
  public convenience init?(contentsOf url: URL) {
    do {
      try self.init(reading: url)
    } catch {
      logLine("the model cannot be read: \(error)")
      return nil
    }
  }

  /// Reads a model from a file in any of the forms that `init(contentsOf:)` reads.
  ///
  /// - Parameter url: the file or the bundle.
  /// - Complexity: O(bytes of the file + properties), inherited properties counted again in each subentity.
  /// - Throws: a `ModelReadingError` that names the file, the element and what is wrong with it.
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

  /// All versions of a model that can be read, the current one first, if a file is a bundle with versions; else the
  /// model. The reason why one cannot be read is logged.
  static func versions(at url: URL) -> [NSManagedObjectModel] {
    let versions = ModelVersions.files(in: url)
    guard !versions.isEmpty else { return [NSManagedObjectModel(contentsOf: url)].compactMap { $0 } }
    // If the bundle names no current version, each one is still usable.
    let current = try? NSManagedObjectModel(reading: url)
    return [current].compactMap { $0 } + versions.compactMap { NSManagedObjectModel(contentsOf: $0) }
  }

  /// Returns the problems of a model in a file: why it cannot be read, or which details are left out when it is.
  ///
  /// - Parameter url: the file or the bundle, in any of the forms that `init(contentsOf:)` reads.
  /// - Complexity: as `init(reading:)`.
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

  /// Reads the model that a store carries.
  ///
  /// - Parameter modelCache: the bytes in `Z_MODELCACHE`: a compiled model in raw DEFLATE.
  /// - Complexity: O(inflated bytes + properties), inherited properties counted again in each subentity.
  /// - Throws: a `ModelReadingError` that describes what is wrong with them.
  package convenience init(modelCache: Data) throws {
    let archive = try RawDeflate.inflate(modelCache, limit: ModelFile.sizeLimit)
    let draft = try ArchiveModelReader.draft(archive: archive)
    self.init()
    try draft.fill(self)
  }
}
