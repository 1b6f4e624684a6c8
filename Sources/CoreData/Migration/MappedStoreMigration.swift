import Foundation

/// Migrates a store where it is, by a mapping model: object by object to a new store, whose contents then replace the
/// former ones in one transaction.
struct MappedStoreMigration {
  let opening: StoreOpening
  let kind: any StoreKind
  let source: NSManagedObjectModel
  let mappings: NSMappingModel
  /// The metadata of the store that the mapping was found for. A store that has other metadata by now was migrated
  /// meanwhile.
  let metadata: StoreMetadata

  /// - Returns: false if the store was migrated meanwhile.
  func run() throws -> Bool {
    guard let url = opening.url else { return true }
    let manager = NSMigrationManager(sourceModel: source, destinationModel: opening.model)
    manager.begin(mappings)
    let from = MigrationSource(url: url, type: kind.type, options: nil)
    let options: [AnyHashable: Any] = [NSPersistentHistoryTrackingKey: opening.tracksHistory]
    let to = MigrationDestination(url: url, type: kind.type, options: options)
    let steps = try manager.steps(mappings)
    let isDone = try kind.rewrite(at: url, ifStill: metadata, timeout: opening.timeout) { place in
      try manager.migrate(from, to: to, at: place, steps)
    }
    if isDone { manager.report(1) }
    return isDone
  }
}
