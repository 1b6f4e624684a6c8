import Foundation

extension NSPersistentContainer {
  /// Opens an existing store in a file or on a server, with its embedded model unless another model is given.
  ///
  /// - Parameters:
  ///   - url: the address of the store. A store that does not exist is not created.
  ///   - model: the model that the store was created for; nil for its embedded model.
  ///   - isReadOnly: whether the store is opened read-only. Then no byte of it is changed.
  ///   - timeout: the maximum time to wait for locks of other processes and connections, now and later, in seconds.
  ///   - inLittleMemory: whether to read with little memory, which is slower.
  ///   - hasGuessedModel: whether the model is from ``guessedModel(at:timeout:)``. Then the store can only be read.
  /// - Returns: a container with the store, named after its file.
  /// - Complexity: the same as
  ///   `NSPersistentStoreCoordinator.addPersistentStore(ofType:configurationName:at:options:)`.
  /// - Throws: 260 (`CocoaError.fileReadNoSuchFile`) if there is no store; 134130
  ///   (`NSMigrationMissingSourceModelError`) if it has no embedded model and none is given; 134100
  ///   (`NSPersistentStoreIncompatibleVersionHashError`) if it was created for another model than the given one;
  ///   134080 (`NSPersistentStoreOpenError`) or 259 (`CocoaError.fileReadCorruptFile`) if it is not a store or cannot
  ///   be read; 134090 (`NSPersistentStoreTimeoutError`) if another process locks it for too long.
  package static func openingStore(
    at url: URL, model: NSManagedObjectModel? = nil, isReadOnly: Bool, timeout: TimeInterval = 240,
    inLittleMemory: Bool = false, hasGuessedModel: Bool = false
  ) throws -> NSPersistentContainer {
    let (type, kind) = try kind(of: url, timeout)
    let held = kind.holdForReading(at: url)
    defer { withExtendedLifetime(held) {} }
    // Reading the metadata throws if there is no store, so that none is created.
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
    // Inspecting a store must not migrate it.
    description.shouldMigrateStoreAutomatically = false
    if inLittleMemory { description.setOption(true as NSNumber, forKey: readsInLittleMemoryOption) }
    if hasGuessedModel { description.setOption(true as NSNumber, forKey: guessedModelOption) }
    container.persistentStoreDescriptions = [description]
    try container.persistentStoreCoordinator.addPersistentStore(
      ofType: type, configurationName: nil, at: url, options: description.options
    )
    return container
  }

  /// Returns a model that is guessed from a store's tables, for reading a store without an embedded model.
  ///
  /// Its names are lowercase. A root entity has the properties of its subentities, and to-many relationships are
  /// named after their destination entity.
  ///
  /// - Parameters:
  ///   - url: the address of the store.
  ///   - timeout: the maximum time to wait for locks of other processes, in seconds.
  /// - Returns: the model; nil if the store has an embedded model, or none can be guessed from its tables.
  /// - Complexity: O(rows) for columns that may be relationships or UUIDs.
  /// - Throws: the same errors as ``openingStore(at:model:isReadOnly:timeout:inLittleMemory:hasGuessedModel:)``.
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
