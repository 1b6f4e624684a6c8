import Foundation

extension NSMappingModel {
  /// Reads a mapping model from a file: `.xcmappingmodel` or `.cdm`. The two versions of the model that it is for are
  /// read where it names them, in the folders around it.
  ///
  /// - Parameter url: the file.
  /// - Returns: the mapping model, or nil when it cannot be read or its models are not found; the reason is logged.
  /// - Complexity: O(bytes of the file and of the models).
  public convenience init?(contentsOf url: URL?) {
    guard let url else { return nil }
    do {
      let file = try MappingFile(url)
      self.init()
      entityMappings = file.mapping.entityMappings
    } catch {
      logLine("the mapping model cannot be read: \(error)")
      return nil
    }
  }

  /// Looks for a mapping model between two models.
  ///
  /// - Parameters:
  ///   - bundles: the bundles in whose resources it is looked for; nil for the program's and those of the package
  ///     modules that were built with it.
  ///   - sourceModel: the model of the store.
  ///   - destinationModel: the model that the store is to have.
  /// - Returns: the first that is for these two, or nil. What cannot be read is logged and passed over.
  /// - Complexity: O(bytes of the mapping models that are there and of their models).
  public convenience init?(
    from bundles: [Bundle]?, forSourceModel sourceModel: NSManagedObjectModel?, destinationModel: NSManagedObjectModel?
  ) {
    guard let sourceModel, let destinationModel else { return nil }
    let folders = bundles?.flatMap { [$0.resourceURL, $0.bundleURL].compactMap { $0 } } ?? ResourceFolders.folders()
    for url in MappingFile.files(in: folders) {
      do {
        let file = try MappingFile(url)
        guard file.fits(sourceModel, destinationModel) else { continue }
        self.init()
        entityMappings = file.mapping.entityMappings
        return
      } catch {
        logLine("a mapping model cannot be read: \(error)")
      }
    }
    return nil
  }
}
