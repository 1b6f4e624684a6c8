import Foundation

extension NSPersistentStoreCoordinator {
  /// Opens a store, creating it if it does not exist, and adds it. A store of another model version is migrated
  /// first, if the options request it.
  ///
  /// - Parameters:
  ///   - storeType: `NSSQLiteStoreType` or `NSInMemoryStoreType`.
  ///   - configuration: the name of the model configuration whose entities the store holds; nil for all entities.
  ///   - storeURL: the address of the store. An in-memory store needs none; an SQLite store at `/dev/null` is in
  ///     memory.
  ///   - options: see `NSReadOnlyPersistentStoreOption` and the other option keys.
  /// - Returns: the store.
  /// - Complexity: O(properties of the model). The file's metadata, schema and embedded model are read, but no
  ///   objects. A migration is O(rows).
  /// - Throws: an error in `NSCocoaErrorDomain`: 134000 (`NSPersistentStoreInvalidTypeError`) for an unknown type;
  ///   134080 (`NSPersistentStoreOpenError`) if the store cannot be opened, an option is not supported, the model has
  ///   no such configuration, another store of the coordinator holds the same entities or any entity of their
  ///   inheritance trees, or has the same identity; 134100 (`NSPersistentStoreIncompatibleVersionHashError`) with the
  ///   names of the entities that differ, if the store was created for another model and the options request no
  ///   migration; 134110 (`NSMigrationError`) if it cannot be migrated, 134130 (`NSMigrationMissingSourceModelError`)
  ///   if the model that it was created for is not found, 134140 (`NSMigrationMissingMappingModelError`) with the
  ///   underlying error 134190 (`NSInferredMappingModelError`) if no mapping can be inferred, or 134111
  ///   (`NSMigrationConstraintViolationError`) if its objects violate a uniqueness constraint, and each of these four
  ///   leaves the store unchanged; 134090 (`NSPersistentStoreTimeoutError`) if another process locks it for too long;
  ///   260 (`CocoaError.fileReadNoSuchFile`) if it does not exist and is opened read-only; 259
  ///   (`CocoaError.fileReadCorruptFile`) if the file is damaged or not a database; or an error of the file system.
  @discardableResult
  public func addPersistentStore(
    ofType storeType: String, configurationName configuration: String?, at storeURL: URL?,
    options: [AnyHashable: Any]? = nil
  ) throws -> NSPersistentStore {
    try performAndWait {
      let kind = try StoreKinds.kind(named: storeType)
      let settings = try StoreOptions(options)
      let entityIndices = try model.entityIndices(ofConfiguration: configuration)
      try checkNoOtherStoreHolds(entityIndices)
      let facts = StoreFacts(
        type: storeType, url: storeURL, configurationName: configuration, entityIndices: entityIndices, options: options
      )
      let opening = StoreOpening(
        url: storeURL, model: model, entityIndices: entityIndices, isReadOnly: settings.isReadOnly,
        tracksHistory: settings.tracksHistory, pragmas: settings.pragmas, memory: settings.memory,
        timeout: settings.timeout
      )
      let migrator = StoreMigrator(
        opening: opening, kind: Self.isNowhere(storeURL) ? InMemoryStoreKind() : kind, options: settings
      )
      if settings.migrates, !settings.isReadOnly {
        try settings.stages?.migrate(migrator, configuration: configuration, options: options ?? [:])
      }
      let opened = try migrator.open()
      if let other = self.store(identifiedBy: opened.metadata.identifier) {
        opened.rows.close()
        throw Self.sameIdentity(storeURL, other)
      }
      let store = NSPersistentStore(opened, facts: facts, coordinator: self)
      state.withLock { $0.stores.append(store) }
      watchStoresIfWanted()
      post(.NSPersistentStoreCoordinatorStoresDidChange, [NSAddedPersistentStoresKey: [store]])
      return store
    }
  }

  /// Opens a store, creating it if it does not exist, and adds it.
  ///
  /// - Parameters:
  ///   - type: the store's type.
  ///   - configuration: the name of the model configuration whose entities the store holds; nil for all entities.
  ///   - storeURL: the address of the store.
  ///   - options: see `NSReadOnlyPersistentStoreOption` and the other option keys.
  /// - Returns: the store.
  /// - Complexity: the same as `addPersistentStore(ofType:configurationName:at:options:)`.
  /// - Throws: the same errors as `addPersistentStore(ofType:configurationName:at:options:)`.
  @discardableResult
  public func addPersistentStore(
    type: NSPersistentStore.StoreType, configuration: String? = nil, at storeURL: URL,
    options: [AnyHashable: Any]? = nil
  ) throws -> NSPersistentStore {
    try addPersistentStore(ofType: type.rawValue, configurationName: configuration, at: storeURL, options: options)
  }

  /// Opens a store according to a description, and adds it.
  ///
  /// - Parameters:
  ///   - storeDescription: the description of the store.
  ///   - block: receives the description, and nil or the error that
  ///     `addPersistentStore(ofType:configurationName:at:options:)` threw. It is called before this method returns,
  ///     or later on the coordinator's queue if the description requests asynchronous adding.
  public func addPersistentStore(
    with storeDescription: NSPersistentStoreDescription,
    completionHandler block: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void
  ) {
    let add = { [self] in
      let failure = Result {
        try addPersistentStore(
          ofType: storeDescription.type, configurationName: storeDescription.configuration, at: storeDescription.url,
          options: storeDescription.options
        )
      }.failure
      block(storeDescription, failure)
    }
    if storeDescription.shouldAddStoreAsynchronously { perform(add) } else { add() }
  }

  func post(_ name: NSNotification.Name, _ userInfo: [AnyHashable: Any]? = nil) {
    NotificationCenter.default.post(name: name, object: self, userInfo: userInfo)
  }

  /// Whether an address is the null device, which programs use in tests for a store that keeps nothing.
  static func isNowhere(_ url: URL?) -> Bool { url?.isFileURL == true && url?.path == "/dev/null" }

  /// The error for two stores with the same identity. A URI or a history token contains the identity and could find
  /// the wrong store.
  private static func sameIdentity(_ url: URL?, _ other: NSPersistentStore) -> NSError {
    let (place, otherPlace) = (url?.addressInMessages ?? "no address", other.url?.addressInMessages ?? "no address")
    return .coreData(
      NSPersistentStoreOpenError,
      """
      The store at \(place) has the identity of the one at \(otherPlace), which the coordinator has already: it is the \
      same, or a copy. Use two coordinators.
      """,
      details: url.map { [NSFilePathErrorKey: $0.addressInMessages] } ?? [:]
    )
  }

  /// Two stores must not share an inheritance tree, because a row's key identifies the row only within its tree and
  /// store.
  private func checkNoOtherStoreHolds(_ entityIndices: Set<Int>) throws {
    let entities = model.layout.entities
    let roots = Set(entityIndices.map { entities[$0].root })
    for store in persistentStores {
      let shared = roots.intersection(store.entityIndices.map { entities[$0].root })
      guard shared.isEmpty else {
        let names = shared.map { entities[$0].name }.sorted().joined(separator: ", ")
        throw NSError.coreData(
          NSPersistentStoreOpenError,
          """
          The store at \(store.url?.addressInMessages ?? "no address") of this coordinator already holds the objects of \(names): \
          keys are given per tree of entities, so that all entities of a tree are in one store. Give each store a \
          configuration of its own with whole trees, or use two coordinators.
          """
        )
      }
    }
  }
}

extension NSManagedObjectModel {
  /// The indices of the entities in a store of a configuration.
  ///
  /// - Parameter name: the configuration's name; nil for all entities.
  /// - Throws: 134080 (`NSPersistentStoreOpenError`) if the model has no such configuration.
  func entityIndices(ofConfiguration name: String?) throws -> Set<Int> {
    guard let name, name != NSPersistentStore.defaultConfigurationName else {
      return Set(layout.entities.indices)
    }
    guard let entities = self.entities(forConfigurationName: name) else {
      let known = configurations.filter { $0 != NSPersistentStore.defaultConfigurationName }.sorted()
      throw NSError.coreData(
        NSPersistentStoreOpenError,
        "The model has no configuration \(name); it has \(known.isEmpty ? "none" : known.joined(separator: ", "))."
      )
    }
    return Set(entities.map(\.layout.index))
  }
}

extension Result {
  fileprivate var failure: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}
