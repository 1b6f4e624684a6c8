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
  ///   - hasGuessedModel: whether the model is one of ``guessedModel(at:timeout:)``, with which a store is only read.
  /// - Returns: a container that has the store, named like its file.
  /// - Complexity: as `NSPersistentStoreCoordinator.addPersistentStore(ofType:configurationName:at:options:)`.
  /// - Throws: 260 (`CocoaError.fileReadNoSuchFile`) when there is no store; 134130
  ///   (`NSMigrationMissingSourceModelError`) when it carries no model and none is given; 134100
  ///   (`NSPersistentStoreIncompatibleVersionHashError`) when it was made for another model than the one given; 134080
  ///   (`NSPersistentStoreOpenError`) or 259 (`CocoaError.fileReadCorruptFile`) when it is no store or cannot be read;
  ///   134090 (`NSPersistentStoreTimeoutError`) when another process has it locked for too long.
  package static func openingStore(
    at url: URL, model: NSManagedObjectModel? = nil, isReadOnly: Bool, timeout: TimeInterval = 240,
    inLittleMemory: Bool = false, hasGuessedModel: Bool = false
  ) throws -> NSPersistentContainer {
    let (type, kind) = try kind(of: url, timeout)
    let held = kind.holdForReading(at: url)
    defer { withExtendedLifetime(held) {} }
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
    if hasGuessedModel { description.setOption(true as NSNumber, forKey: guessedModelOption) }
    container.persistentStoreDescriptions = [description]
    try container.persistentStoreCoordinator.addPersistentStore(
      ofType: type, configurationName: nil, at: url, options: description.options
    )
    return container
  }

  /// A model as the tables of a store suggest it, for reading a store that carries none.
  ///
  /// Its names have no capitals, a root has the properties of its subentities, and relationships to many objects are
  /// named after the entity that they lead to.
  ///
  /// - Parameters:
  ///   - url: the place of the store.
  ///   - timeout: how long to wait for the locks of other processes, in seconds.
  /// - Returns: nil where the store carries a model, or its tables suggest none.
  /// - Complexity: O(rows) for columns that may be relationships or UUIDs.
  /// - Throws: as ``openingStore(at:model:isReadOnly:timeout:inLittleMemory:hasGuessedModel:)``.
  package static func guessedModel(at url: URL, timeout: TimeInterval = 240) throws -> NSManagedObjectModel? {
    let kind = try kind(of: url, timeout).kind
    let held = kind.holdForReading(at: url)
    defer { withExtendedLifetime(held) {} }
    return try kind.embeddedModel(at: url) == nil ? kind.guessedModel(at: url) : nil
  }

  private static func kind(of url: URL, _ timeout: TimeInterval) throws -> (type: String, kind: any StoreKind) {
    let type = NSPersistentStoreDescription.type(of: url)
    return (type, type == NSSQLiteStoreType ? SQLiteStoreKind(timeout: timeout) : try StoreKinds.kind(named: type))
  }
}
