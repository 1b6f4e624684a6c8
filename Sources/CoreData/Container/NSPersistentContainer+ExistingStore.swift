import Foundation

extension NSPersistentContainer {
  /// Opens an SQLite store that exists, with the model it carries unless another is given.
  ///
  /// - Parameters:
  ///   - url: where the store is. It is not created.
  ///   - model: the model the store was made for; nil for the one inside it.
  ///   - isReadOnly: whether the store is opened for reading only, which changes no byte of it.
  ///   - timeout: how long to wait for others' locks, then and later, in seconds.
  /// - Returns: a container that has the store, named like its file.
  /// - Throws: 260 when there is no store; 134130 when it carries no model and none is given; 134100 when it was made for
  ///   another model than the one given; 134080 or 259 when it is no store or cannot be read; 134090 when others have it locked for too long.
  package static func openingStore(
    at url: URL, model: NSManagedObjectModel? = nil, isReadOnly: Bool, timeout: TimeInterval = 240
  ) throws -> NSPersistentContainer {
    let kind = SQLiteStoreKind(timeout: timeout)
    // Reading its metadata first keeps a missing store from being created.
    _ = try kind.metadata(at: url)
    guard let model = try model ?? kind.embeddedModel(at: url) else {
      throw NSError.coreData(
        NSMigrationMissingSourceModelError, "\(url.lastPathComponent) carries no model: open it with the model's file.",
        details: [NSFilePathErrorKey: url.path]
      )
    }
    let container = NSPersistentContainer(
      name: url.deletingPathExtension().lastPathComponent, managedObjectModel: model)
    let description = NSPersistentStoreDescription(url: url)
    description.isReadOnly = isReadOnly
    description.timeout = timeout
    container.persistentStoreDescriptions = [description]
    try container.persistentStoreCoordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: description.options
    )
    return container
  }
}
