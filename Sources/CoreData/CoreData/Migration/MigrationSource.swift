import Foundation

/// The store that a manager reads.
struct MigrationSource {
  let url: URL
  let type: String
  let options: [AnyHashable: Any]?

  /// - Throws: 134150 if the store was created for another model than the source's; another error if there is no
  ///   store.
  func check(_ model: NSManagedObjectModel) throws {
    let kind = try StoreKinds.kind(named: type)
    _ = try kind.metadata(at: url)
    model.compile()
    let opening = StoreOpening(url: url, model: model, entityIndices: Set(model.layout.entities.indices))
    let differences = ModelMismatch(opening, of: kind).differences()
    guard differences.isEmpty else {
      throw NSError.coreData(
        NSMigrationManagerSourceStoreError,
        "\(url.nameInMessages) was not made for the source's model: \(differences.joined(separator: "; ")).",
        details: [NSFilePathErrorKey: url.addressInMessages]
      )
    }
  }

  func open(_ context: NSManagedObjectContext) throws -> NSPersistentStore {
    var options = self.options ?? [:]
    options[NSReadOnlyPersistentStoreOption] = true
    options[NSMigratePersistentStoresAutomaticallyOption] = false
    options[NSPersistentHistoryTrackingKey] = nil
    options[NSPersistentStoreRemoteChangeNotificationPostOptionKey] = nil
    return try NSMigrationManager.coordinator(of: context).addPersistentStore(
      ofType: type, configurationName: nil, at: url, options: options)
  }

  /// The kind of store that can execute an inferred mapping itself; nil unless source and destination have the same
  /// suitable type.
  func kindThatMigrates(to destination: MigrationDestination) -> (any StoreKind)? {
    guard type == destination.type, type == NSSQLiteStoreType else { return nil }
    return try? StoreKinds.kind(named: type)
  }
}

extension StoreKind {
  /// Copies a store to an address without a store, and migrates the copy.
  func copy(
    _ source: MigrationSource, to url: URL, from model: NSManagedObjectModel, to newModel: NSManagedObjectModel,
    _ manager: NSMigrationManager
  ) throws {
    try manager.checkNotCancelled()
    try replace(at: url, withStoreAt: source.url)
    let mapping: ModelMapping
    do {
      mapping = try ModelMapping(from: model.compile(), to: newModel.compile())
    } catch let problem as InferenceProblem {
      throw problem.error
    }
    manager.report(0.5)
    try manager.checkNotCancelled()
    let opening = StoreOpening(url: url, model: newModel, entityIndices: Set(newModel.layout.entities.indices))
    guard try migrate(opening, by: mapping, metadata: metadata(at: url)) else {
      throw manager.error("\(url.lastPathComponent) was changed while it was copied")
    }
  }
}
