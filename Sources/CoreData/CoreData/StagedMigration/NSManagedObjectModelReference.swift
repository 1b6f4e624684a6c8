import Foundation

/// A reference to a model version. The model is read when it is needed.
public final class NSManagedObjectModelReference: NSObject {
  /// The checksum by which the program identifies the version.
  public let versionChecksum: String

  private let place: Place
  private let known = Protected<NSManagedObjectModel?>(nil)

  private enum Place {
    case model(NSManagedObjectModel)
    case file(URL)
    case name(String, Bundle?)
    case hashes([AnyHashable: Any], Bundle?)
  }

  private init(_ place: Place, _ versionChecksum: String) {
    self.place = place
    self.versionChecksum = versionChecksum
    super.init()
  }

  /// Creates a reference to a loaded model.
  ///
  /// - Parameters:
  ///   - model: the model.
  ///   - versionChecksum: the checksum by which the program identifies it.
  public convenience init(model: NSManagedObjectModel, versionChecksum: String) {
    self.init(.model(model), versionChecksum)
  }

  /// Creates a reference to the model in a file.
  ///
  /// - Parameters:
  ///   - fileURL: the file, in any format that `NSManagedObjectModel(contentsOf:)` reads.
  ///   - versionChecksum: the checksum by which the program identifies it.
  public convenience init(fileURL: URL, versionChecksum: String) {
    self.init(.file(fileURL), versionChecksum)
  }

  /// Creates a reference to the model version in a bundle whose entities have the given hashes.
  ///
  /// - Parameters:
  ///   - versionHashes: the version hashes by entity name, of this implementation or, as listed in a compiled model,
  ///     of Apple's framework.
  ///   - bundle: the bundle; nil for the program's resources.
  ///   - versionChecksum: the checksum by which the program identifies it.
  public convenience init(
    entityVersionHashes versionHashes: [AnyHashable: Any], in bundle: Bundle?, versionChecksum: String
  ) {
    self.init(.hashes(versionHashes, bundle), versionChecksum)
  }

  /// Creates a reference to a model in a bundle, or to a version of one, by name.
  ///
  /// - Parameters:
  ///   - modelName: the name of its file, without the extension.
  ///   - bundle: the bundle; nil for the program's resources.
  ///   - versionChecksum: the checksum by which the program identifies it.
  public convenience init(name modelName: String, in bundle: Bundle?, versionChecksum: String) {
    self.init(.name(modelName, bundle), versionChecksum)
  }

  /// The model. A model that is not found or cannot be read is a programming error here, while opening a store
  /// throws.
  ///
  /// - Complexity: O(bytes of the models that are searched), once.
  public var resolvedModel: NSManagedObjectModel {
    do {
      return try resolve()
    } catch {
      fatalError(error.localizedDescription)
    }
  }

  /// - Throws: 134130 (`NSMigrationMissingSourceModelError`) if the model is not found or cannot be read.
  func resolve() throws -> NSManagedObjectModel {
    if let model = known.withLock({ $0 }) { return model }
    let model = try read()
    known.withLock { $0 = model }
    return model
  }

  private func read() throws -> NSManagedObjectModel {
    switch place {
    case .model(let model): return model
    case .file(let url):
      do {
        return try NSManagedObjectModel(reading: url)
      } catch {
        throw Self.missing("\(error)")
      }
    case .name(let name, let bundle):
      let found = Self.files(in: bundle).first { $0.deletingPathExtension().lastPathComponent == name }
      guard let found, let model = try? NSManagedObjectModel(reading: found) else {
        throw Self.missing("there is no model named \(name) in \(bundle?.bundlePath ?? "the program's resources")")
      }
      return model
    case .hashes(let hashes, let bundle):
      let wanted = StoredHashes([
        NSStoreModelVersionHashesKey: Dictionary(
          hashes.compactMap { name, hash in (name as? String).flatMap { name in (hash as? Data).map { (name, $0) } } }
        ) { first, _ in first }
      ])
      for file in Self.files(in: bundle) where ["momd", "xcdatamodeld"].contains(file.pathExtension) {
        if let model = ModelVersions.model(withHashes: wanted, in: file) { return model }
      }
      throw Self.missing(
        "no model has entities of the version hashes of \(wanted.byName.keys.sorted().joined(separator: ", "))")
    }
  }

  /// The models in a bundle, followed by the models' versions.
  private static func files(in bundle: Bundle?) -> [URL] {
    let folders = bundle.map { [$0.resourceURL, $0.bundleURL].compactMap { $0 } } ?? ResourceFolders.folders()
    func contents(_ folder: URL) -> [URL] {
      ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted().map {
        folder.appendingPathComponent($0)
      }.filter { ["momd", "mom", "xcdatamodeld", "xcdatamodel"].contains($0.pathExtension) }
    }
    let models = folders.flatMap(contents)
    return models + models.filter { ["momd", "xcdatamodeld"].contains($0.pathExtension) }.flatMap(contents)
  }

  private static func missing(_ reason: String) -> NSError {
    .coreData(NSMigrationMissingSourceModelError, "The model of a migration's stage is not found: \(reason).")
  }
}
