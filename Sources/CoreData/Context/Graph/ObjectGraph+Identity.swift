/// The objects of keys: lookup in the identity map, and new faults.
extension ObjectGraph {
  var model: ModelLayout { registry.layout }

  /// The object that the identity map has under a key, also one that is gone.
  func entry(for key: RowKey) -> NSManagedObject? { registry.object(for: key) }

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
      if let row, object.flags.contains(.fault) { object.content.take(row) }
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
          if let row, known.flags.contains(.fault) { known.content.take(row) }
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

  /// The object of a key, if a row or an insertion stands behind it, or the store cannot be read.
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

  /// The object of a key, kept alive until the end of the event.
  func reachedObject(for key: RowKey) -> NSManagedObject {
    if let object = registry.object(for: key) { return object }
    let object = makeFault(key, row: nil)
    readScope.keep(object)
    scheduler.noteActivity()
    return object
  }

  /// Keeps objects that a program fetched or saved without a block alive until the turn of the main queue is over, at
  /// least the last of many: there they are looked at again, as in a view. A block holds what it needs.
  func keepReached(_ objects: [NSManagedObject]) {
    if objects.isEmpty || scheduler.isInBlock { return }
    for object in objects.suffix(ReadScope.limit) { readScope.keep(object) }
    scheduler.noteActivity()
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
    object.identity.join(registry, as: key.primaryKey)
    object.lifeCycle.startAsFault()
    object.content.start(with: row)
    retain(object)
    return object
  }

  /// Keeps an object alive, when the context is asked to keep all.
  func retain(_ object: NSManagedObject) { retained?.append(object) }

  /// Keeps all objects alive from now on, those that come included, or none.
  func retainAll(_ isRetaining: Bool) { retained = isRetaining ? Array(registry.objects) : nil }
}
