/// Lookup of objects in the identity map, and creation of faults.
extension ObjectGraph {
  var model: ModelLayout { registry.layout }

  /// The object that the identity map has under a key, even if the object is flagged as gone.
  func entry(for key: RowKey) -> NSManagedObject? { registry.object(for: key) }

  /// The object of a key, if it is registered.
  func registeredObject(for key: RowKey) -> NSManagedObject? {
    guard Int(key.entity) < model.entities.count, let object = registry.object(for: key) else { return nil }
    return object.flags.contains(.gone) ? nil : object
  }

  /// The object of a key: the registered one, else a new fault.
  ///
  /// - Parameter row: the object's row if it was fetched with the key. A registered object takes it only while it is
  ///   a fault, because the program has not seen its values then.
  func object(for key: RowKey, row: Row? = nil) -> NSManagedObject {
    if let object = registry.object(for: key) {
      if let row, object.flags.contains(.fault) { object.content.take(row) }
      return object
    }
    return makeFault(key, row: row)
  }

  /// The object of a key; nil if it was never saved and has left the context. The rule No Action leaves references to
  /// such an object.
  func objectUnlessGone(_ key: RowKey) -> NSManagedObject? {
    if let object = registry.object(for: key) { return object }
    if key.isTemporary, (try? savedRow(key)) ?? nil == nil { return nil }
    return object(for: key)
  }

  /// Returns the objects of several keys, each as by `object(for:row:)`.
  ///
  /// - Parameter row: returns the row of the key at an index, if it was fetched with the keys.
  func objects(
    for keys: some RandomAccessCollection<RowKey>, row: (Int) -> Row? = { _ in nil }
  ) -> [NSManagedObject] {
    var result: [NSManagedObject] = []
    result.reserveCapacity(keys.count)
    guard let first = keys.first else { return result }
    // Usually all keys are of one entity.
    var entity = first.entity
    var kind = registry.kind(Int(entity))
    var rest = keys[...]
    while !rest.isEmpty {
      // Few enough that their entries in the identity map are still in the CPU's cache when they are set.
      let some = rest.prefix(256)
      rest = rest.dropFirst(256)
      let start = result.count
      for (key, known) in zip(some, registry.objects(for: some)) {
        let row = row(result.count)
        if let known {
          if let row, known.flags.contains(.fault) { known.content.take(row) }
          result.append(known)
        } else {
          // If the key names an ancestor entity, the row names the object's own entity.
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

  /// The object of a key, if it has a row or is an unsaved insertion, or if the store cannot be read.
  func livingObject(_ key: RowKey) -> NSManagedObject? {
    if let known = registry.object(for: key) {
      guard known.flags.isDisjoint(with: [.deleted, .gone, .withdrawn]) else { return nil }
      if known.row != nil || !known.flags.isDisjoint(with: [.inserted, .neverSaved]) { return known }
    }
    do {
      guard let row = try savedRow(key) else { return nil }
      return object(for: row.key, row: row)
    } catch {
      return object(for: key)
    }
  }

  /// Returns the object of a key. If it is a new fault, keeps it alive until the end of the event.
  func reachedObject(for key: RowKey) -> NSManagedObject {
    if let object = registry.object(for: key) { return object }
    let object = makeFault(key, row: nil)
    readScope.keep(object)
    scheduler.noteActivity()
    return object
  }

  /// Keeps objects alive until the end of the main queue's turn, if the program fetched or saved them outside a
  /// block, because a view usually reads them again in that turn. At most the last `ReadScope.limit` objects are
  /// kept. A block holds the objects that it needs.
  func keepReached(_ objects: [NSManagedObject]) {
    if objects.isEmpty || scheduler.isInBlock { return }
    for object in objects.suffix(ReadScope.limit) { readScope.keep(object) }
    scheduler.noteActivity()
  }

  private func makeFault(_ key: RowKey, row: Row?) -> NSManagedObject {
    // If the key names an ancestor entity, the row names the object's own entity.
    let object = newFault(key, row: row, registry.kind(Int(row?.key.entity ?? key.entity)))
    registry.enter(object)
    return object
  }

  /// Creates a fault that is not yet entered in the identity map.
  private func newFault(_ key: RowKey, row: Row?, _ kind: ObjectKind) -> NSManagedObject {
    let object = kind.make()
    object.identity.join(registry, as: key.primaryKey)
    object.lifeCycle.startAsFault()
    object.content.start(with: row)
    retain(object)
    return object
  }

  /// Keeps an object alive if the context retains all its objects.
  func retain(_ object: NSManagedObject) { retained?.append(object) }

  /// Starts or stops to keep all objects alive, including those created later.
  func retainAll(_ isRetaining: Bool) { retained = isRetaining ? Array(registry.objects) : nil }
}
