import Foundation

/// Violated uniqueness constraints. A save does not check for them in advance. Only after a store has rejected the
/// save does the context search for the conflicting objects.
extension ContextSaver {
  /// Lets the merge policy resolve the conflicts for which a store rejected a save, and validates the policy's
  /// changes.
  ///
  /// - Parameter violation: the store's error.
  /// - Throws: 133021 (`NSManagedObjectConstraintMergeError`) if the policy resolves none of them.
  func settleConstraints(after violation: NSError) throws {
    let found = try constraintConflicts()
    guard !found.isEmpty else { throw violation }
    try (context.mergePolicy as? NSMergePolicy ?? .error).resolve(constraintConflicts: found)
    context.processEvents()
    // `willSave` is also called for objects that the policy changed, because it may compute values.
    try callWillSave()
    try validateUntilUnchanged()
    let left = try constraintConflicts()
    if Set(left.map(\.parties)) == Set(found.map(\.parties)) { throw NSError.constraintConflicts(left) }
  }

  /// The conflicts among unsaved objects, and between them and the stored rows.
  func constraintConflicts() throws -> [NSConstraintConflict] {
    guard let coordinator = graph.registry.coordinator else { return [] }
    return try UniquenessConstraint.all(of: coordinator.managedObjectModel).flatMap(conflicts)
  }

  private func conflicts(_ constraint: UniquenessConstraint) throws -> [NSConstraintConflict] {
    var claims: [[EqualityKey]: [NSManagedObject]] = [:]
    var order: [[EqualityKey]] = []
    func note(_ object: NSManagedObject) {
      guard constraint.entity.subtree.contains(Int(object.entityIndex)), let key = object.uniqueKey(constraint.names)
      else { return }
      if claims[key] == nil { order.append(key) }
      claims[key, default: []].append(object)
    }
    for object in changes.pending.updated.all
    where !Set(object.changedSlots(transient: false)).isDisjoint(with: constraint.slots) { note(object) }
    for object in changes.pending.inserted.all { note(object) }
    guard !order.isEmpty else { return [] }
    let owners = try owners(constraint, of: order.compactMap { claims[$0]?.first })
    return order.compactMap { key in
      let owner = owners[key]
      let rivals = (claims[key] ?? []).filter { $0 !== owner?.object }
      guard rivals.count + (owner == nil ? 0 : 1) > 1 else { return nil }
      return NSConstraintConflict(
        constraint: constraint.names, database: owner?.object,
        databaseSnapshot: owner.map { $0.object.snapshot($0.row) }, conflicting: rivals,
        conflictingSnapshots: rivals.map { object in
          object.flags.contains(.inserted) ? [:] : object.row.map(object.snapshot) ?? [:]
        }
      )
    }
  }

  /// The objects whose stored rows have the unique values of the given objects, by these values. Objects are left out
  /// if their deletion or an unsaved change frees the values.
  private func owners(
    _ constraint: UniquenessConstraint, of objects: [NSManagedObject]
  ) throws -> [[EqualityKey]: (object: NSManagedObject, row: Row)] {
    let store = try graph.requireStore(holding: constraint.entity.index)
    store.rows.endReadTransaction()
    graph.forgetRow()
    var owners: [[EqualityKey]: (object: NSManagedObject, row: Row)] = [:]
    for start in stride(from: 0, to: objects.count, by: 500) {
      let query = constraint.query(
        matching: objects[start..<min(start + 500, objects.count)].map { object in
          constraint.slots.map(object.current)
        })
      let rows = try store.rows.rows(matching: query)
      let holders = graph.objects(for: rows.lazy.map(\.key)) { rows[$0] }
      for (object, row) in zip(holders, rows) {
        guard !object.flags.contains(.deleted) else { continue }
        if let known = object.row, known.version != row.version, !object.hasSavableChanges {
          context.refresh(object, mergeChanges: true)
        }
        let key = constraint.slots.map { EqualityKey(row[$0]) }
        if object.uniqueKey(constraint.names) == key { owners[key] = (object, row) }
      }
    }
    return owners
  }
}
