import Foundation

/// The objects of keys: lookup, insertion and withdrawal.
extension NSManagedObjectContext {
  var model: ModelLayout { registry.layout }

  /// The object of a key, if it is registered.
  func registeredObject(for key: RowKey) -> NSManagedObject? {
    guard Int(key.entity) < model.entities.count, let object = registry.object(for: key) else { return nil }
    return object.flags.contains(.gone) ? nil : object
  }

  /// The object of a key: the registered one, else a new fault.
  ///
  /// - Parameter row: the object's row when it was fetched along; a registered object takes it only while it is a
  ///   fault, whose values the program has not seen.
  func object(for key: RowKey, row: Row? = nil) -> NSManagedObject {
    if let object = registry.object(for: key) {
      if let row, object.flags.contains(.fault) { object.row = row }
      return object
    }
    return makeFault(key, row: row)
  }

  /// The object of a key, unless it was never saved and has left: the rule No Action leaves references to it.
  func objectUnlessGone(_ key: RowKey) -> NSManagedObject? {
    if let object = registry.object(for: key) { return object }
    if key.isTemporary, (try? savedRow(key)) ?? nil == nil { return nil }
    return object(for: key)
  }

  /// The objects of several keys, as `object(for:row:)` gives them.
  ///
  /// - Parameter row: the row of the key at a place, when it was fetched along.
  func objects(
    for keys: some RandomAccessCollection<RowKey>, row: (Int) -> Row? = { _ in nil }
  ) -> [NSManagedObject] {
    var result: [NSManagedObject] = []
    result.reserveCapacity(keys.count)
    guard let first = keys.first else { return result }
    // Mostly all are of one entity.
    var entity = first.entity
    var kind = registry.kind(Int(entity))
    var rest = keys[...]
    while !rest.isEmpty {
      // So many that their entries in the identity map are still near when they are set.
      let some = rest.prefix(256)
      rest = rest.dropFirst(256)
      let start = result.count
      for (key, known) in zip(some, registry.objects(for: some)) {
        let row = row(result.count)
        if let known {
          if let row, known.flags.contains(.fault) { known.row = row }
          result.append(known)
        } else {
          // The row has its own entity where a key names an ancestor of it.
          let own = row?.key.entity ?? key.entity
          if own != entity {
            entity = own
            kind = registry.kind(Int(entity))
          }
          result.append(newFault(key, row: row, kind))
        }
      }
      registry.enter(&result, from: start)
    }
    return result
  }

  /// The object of a key, kept alive until the end of the event.
  func reachedObject(for key: RowKey) -> NSManagedObject {
    if let object = registry.object(for: key) { return object }
    let object = makeFault(key, row: nil)
    readScope.keep(object)
    noteActivity()
    return object
  }

  /// Keeps objects that a program fetched or saved without a block alive until the turn of the main queue is over, at
  /// least the last of many: there they are looked at again, as in a view. A block holds what it needs.
  func keepReached(_ objects: [NSManagedObject]) {
    if objects.isEmpty || eventEnd.isInBlock { return }
    for object in objects.suffix(ReadScope.limit) { readScope.keep(object) }
    noteActivity()
  }

  /// The key of an ID in this context, whose temporary ID may have become permanent since.
  func localKey(of id: NSManagedObjectID) -> RowKey {
    guard registry.coordinator != nil else {
      fatalError("The context has no coordinator: set persistentStoreCoordinator before it is used.")
    }
    let entity = Int(id.key.entity)
    // A model that was loaded twice has the same entities under the same names.
    guard entity < model.entities.count,
      registry.kind(entity).entity === id.origin.entity || model[id.key].name == id.entity.name
    else {
      fatalError("The ID \(id.uriRepresentation().absoluteString) is of another model than this context's.")
    }
    return currentKey(id.key)
  }

  func objectID(for key: RowKey) -> NSManagedObjectID {
    registry.object(for: key)?.makeID() ?? newID(for: key)
  }

  /// An ID for a key, which may be equal to one that the key's object has already.
  ///
  /// - Complexity: O(1). What the IDs of an entity share is looked up once in an event.
  func newID(for key: RowKey) -> NSManagedObjectID {
    let entity = Int(key.entity)
    guard !key.isTemporary, let origin = savedOrigin(of: entity) else { return registry.makeID(for: key) }
    return NSManagedObjectID(key: key, origin: origin)
  }

  private func savedOrigin(of entity: Int) -> ObjectIDOrigin? {
    if let origin = readScope.origin(of: entity) { return origin }
    guard let origin = store(holding: entity)?.origin(of: entity) else { return nil }
    readScope.note(origin, of: entity, among: model.entities.count)
    return origin
  }

  private func makeFault(_ key: RowKey, row: Row?) -> NSManagedObject {
    // The row has its own entity where a key names an ancestor of it.
    let object = newFault(key, row: row, registry.kind(Int(row?.key.entity ?? key.entity)))
    registry.enter(object)
    return object
  }

  /// An object that has not been entered under its key yet.
  private func newFault(_ key: RowKey, row: Row?, _ kind: ObjectKind) -> NSManagedObject {
    let object = kind.make()
    object.registry = registry
    object.primaryKey = key.primaryKey
    object.row = row
    object.flags = .fault
    object.extra = .nothing
    pending.retain(object)
    return object
  }

  // MARK: Insertion

  func entity(of objectClass: NSManagedObject.Type) -> NSEntityDescription {
    guard let model = registry.coordinator?.model else {
      fatalError("\(objectClass)(context:): the context has no coordinator.")
    }
    guard let entity = KnownModels.entity(of: objectClass, in: model) else {
      fatalError(
        "\(objectClass)(context:): the model has no entity for the class. "
          + "Set an entity's managedObjectClassName to \"\(String(reflecting: objectClass))\"."
      )
    }
    return entity
  }

  func insertNew(_ object: NSManagedObject, entity: NSEntityDescription) {
    requireQueue()
    guard registry.coordinator != nil else {
      fatalError("Inserting \(entity.name ?? "an object"): the context has no coordinator.")
    }
    // A model that was loaded twice has the same entities under the same names.
    guard let local = model.entitiesByName[entity.name ?? ""] else {
      fatalError("The entity \(entity.name ?? "without a name") is not in the model of the context's coordinator.")
    }
    guard !local.isAbstract else {
      fatalError("The entity \(local.name) is abstract: insert objects of one of its subentities.")
    }
    object.takeClass(registry.kind(local.index).objectClass, of: entity)
    object.entityIndex = Int32(local.index)
    if object.primaryKey == RowKey.noPrimaryKey { object.primaryKey = TemporaryKeys.next() }
    enterInserted(object)
    object.awakeFromInsert()
  }

  /// Registers an object that has its entity and key, so that the next save inserts it.
  func enterInserted(_ object: NSManagedObject) {
    object.registry = registry
    let (values, formerVersion) = (object.state?.values, object.state?.formerVersion ?? 0)
    object.extra = .nothing
    object.mutableState().values = values ?? registry.kind(Int(object.entityIndex)).defaults
    object.mutableState().formerVersion = formerVersion
    object.flags = [.inserted, .neverSaved]
    registry.enter(object)
    pending.insert(object)
    pending.retain(object)
    event.noteInsertion(of: object)
    noteActivity()
  }

  func checkAssignment(of object: Any, to store: NSPersistentStore) {
    guard let object = object as? NSManagedObject, store.entityIndices.contains(Int(object.entityIndex)) else {
      fatalError(
        "assign(_:to:): the store at \(store.url?.addressInMessages ?? "no address") does not hold the object's entity."
      )
    }
  }

  // MARK: Leaving

  /// Removes an object from the context for good.
  func withdraw(_ object: NSManagedObject) {
    registry.clear(object)
    pending.forget(object)
    object.flags.subtract(.pending)
    object.flags.insert(.withdrawn)
  }
}
