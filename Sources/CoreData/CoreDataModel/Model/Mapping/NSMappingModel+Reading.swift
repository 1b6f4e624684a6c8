import Foundation

extension NSMappingModel {
  /// Reads a mapping model from an `.xcmappingmodel` or `.cdm` file, and the two model versions that it names, from the
  /// folders that contain the file.
  ///
  /// - Parameter url: the file.
  /// - Returns: the mapping model; nil if it cannot be read or if its models are not found. The reason is logged.
  /// - Complexity: O(size of the file and of the models).
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

  /// Finds a mapping model between two models.
  ///
  /// - Parameters:
  ///   - bundles: the bundles whose resources are searched; nil for those of the program and of the package modules
  ///     that were built with it.
  ///   - sourceModel: the model of the store.
  ///   - destinationModel: the model to migrate to.
  /// - Returns: the first mapping model for these two models; nil if there is none. Files that cannot be read are
  ///   logged and skipped.
  /// - Complexity: O(size of the mapping models found and of their models).
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
