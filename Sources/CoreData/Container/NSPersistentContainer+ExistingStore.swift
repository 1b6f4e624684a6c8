import Foundation

extension NSPersistentContainer {
  /// Opens a store that exists, in a file or on a server, with the model it carries unless another is given.
  ///
  /// - Parameters:
  ///   - url: where the store is. It is not created.
  ///   - model: the model the store was made for; nil for the one inside it.
  ///   - isReadOnly: whether the store is opened for reading only, which changes no byte of it.
  ///   - timeout: how long to wait for the locks of other processes and connections, then and later, in seconds.
  ///   - inLittleMemory: whether it is read in little memory, which is slower.
  /// - Returns: a container that has the store, named like its file.
  /// - Complexity: as `NSPersistentStoreCoordinator.addPersistentStore(ofType:configurationName:at:options:)`.
  /// - Throws: 260 (`CocoaError.fileReadNoSuchFile`) when there is no store; 134130
  ///   (`NSMigrationMissingSourceModelError`) when it carries no model and none is given; 134100
  ///   (`NSPersistentStoreIncompatibleVersionHashError`) when it was made for another model than the one given; 134080
  ///   (`NSPersistentStoreOpenError`) or 259 (`CocoaError.fileReadCorruptFile`) when it is no store or cannot be read;
  ///   134090 (`NSPersistentStoreTimeoutError`) when another process has it locked for too long.
  package static func openingStore(
    at url: URL, model: NSManagedObjectModel? = nil, isReadOnly: Bool, timeout: TimeInterval = 240,
    inLittleMemory: Bool = false
  ) throws -> NSPersistentContainer {
    let type = NSPersistentStoreDescription.type(of: url)
    let kind: any StoreKind =
      type == NSSQLiteStoreType ? SQLiteStoreKind(timeout: timeout) : try StoreKinds.kind(named: type)
    // Reading its metadata first keeps a missing store from being created.
    _ = try kind.metadata(at: url)
    guard let model = try model ?? kind.embeddedModel(at: url) else {
      throw NSError.coreData(
        NSMigrationMissingSourceModelError, "\(url.nameInMessages) carries no model: open it with the model's file.",
        details: [NSFilePathErrorKey: url.addressInMessages]
      )
    }
    let container = NSPersistentContainer(
      name: url.deletingPathExtension().lastPathComponent, managedObjectModel: model)
    let description = NSPersistentStoreDescription(url: url)
    description.isReadOnly = isReadOnly
    description.timeout = timeout
    // Whoever looks into a store does not change what it is.
    description.shouldMigrateStoreAutomatically = false
    if inLittleMemory { description.setOption(true as NSNumber, forKey: readsInLittleMemoryOption) }
    container.persistentStoreDescriptions = [description]
    try container.persistentStoreCoordinator.addPersistentStore(
      ofType: type, configurationName: nil, at: url, options: description.options
    )
    return container
  }
}
