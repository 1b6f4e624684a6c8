import Foundation

/// Migrates a store in place by a mapping model. Its objects are migrated to a new store, whose contents then replace
/// the former ones in one transaction.
struct MappedStoreMigration {
  let opening: StoreOpening
  let kind: any StoreKind
  let source: NSManagedObjectModel
  let mappings: NSMappingModel
  /// The metadata of the store for which the mapping was found. If the store has other metadata by now, it was
  /// migrated meanwhile.
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
