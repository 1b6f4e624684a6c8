import Foundation

/// Inserting deleted objects again. Their values, and both ends of their relationships, are restored.
extension UnsavedChanges {
  /// Inserts an object that is outside any context, or undoes its deletion in this context.
  ///
  /// - Parameter isAwaited: returns whether observers have not yet been notified of an object's deletion.
  func insertDetached(_ object: NSManagedObject, isAwaited: (NSManagedObject) -> Bool) {
    if object.registry === graph.registry, !object.flags.contains(.withdrawn) {
      if object.flags.contains(.deleted), !object.flags.contains(.gone) { undelete(object) }
      return
    }
    guard object.registry == nil || object.flags.contains(.withdrawn) else {
      fatalError("\(object.objectName) belongs to another context: it cannot be inserted here.")
    }
    if object.flags.contains(.withdrawn) {
      insertWithdrawn(object, isAwaited)
    } else {
      enterNew(object, entity: object.kind.entity)
    }
  }

  /// Returns the object that a child inserts: the existing one, a deleted one whose deletion is undone, or a new one.
  func insertedObject(for key: RowKey) -> NSManagedObject {
    if let known = graph.livingObject(key) { return known }
    if let known = graph.entry(for: key), known.flags.isDisjoint(with: [.gone, .withdrawn]) {
      undelete(known)
      return known
    }
    let kind = graph.registry.kind(Int(key.entity))
    let object = kind.make()
    object.identity.replaceKey(by: key.primaryKey)
    enterInserted(object)
    return object
  }

  /// Undoes a deletion that was not saved.
  func undelete(_ object: NSManagedObject) {
    let wasPropagated = !object.flags.contains(.awaitsPropagation)
    object.lifeCycle.undelete()
    pending.undelete(object)
    // Its deletion had removed it from the inserted objects.
    if object.flags.contains(.neverSaved) { pending.insert(object) }
    event.noteInsertion(of: object)
    if wasPropagated { linkAgain(object) }
    if !object.changedSlots(transient: true).isEmpty || object.hasToManyChanges { noteUpdated(object) }
    scheduler.noteActivity()
  }

  /// Inserts a withdrawn object again: the context has dropped it, because its deletion was saved, or because it was
  /// deleted before it was ever saved. It becomes a new object with the old values.
  ///
  /// - Parameter isAwaited: returns whether observers have not yet been notified of an object's deletion.
  private func insertWithdrawn(_ object: NSManagedObject, _ isAwaited: (NSManagedObject) -> Bool) {
    let kind = object.kind
    let isLocal = object.registry?.coordinator === graph.registry.coordinator
    let old = object.unsavedValues ?? object.row?.values
    var values = old
    var references: [(slot: Int, keys: [RowKey])] = []
    for slot in kind.layout.toOneSlots {
      if case .reference(let key)? = old?[slot] { references.append((slot, [key])) }
      values?[slot] = .null
    }
    for (slot, toMany) in object.knownRelationships { references.append((slot, toMany.current)) }
    renewID(of: object, isAwaited)
    object.content.start(with: ObjectState(UnsavedValues(values, formerVersion: object.formerVersion)))
    enterNew(object, entity: kind.entity)
    // The keys of another coordinator have no objects here.
    guard isLocal else { return }
    for (slot, keys) in references.sorted(by: { $0.slot < $1.slot }) {
      object.relate(to: keys.compactMap(graph.livingObject), slot)
    }
  }

  /// Gives a withdrawn object that is inserted again a new ID, because other contexts have dropped the old one. While
  /// its deletion is still to be delivered, it keeps the ID by which observers know it, unless it was deleted
  /// elsewhere too and may be inserted again there.
  ///
  /// - Parameter isAwaited: returns whether the deletion of an object is still to be delivered.
  func renewID(of object: NSManagedObject, _ isAwaited: (NSManagedObject) -> Bool) {
    if !object.flags.contains(.gone), isAwaited(object) { return }
    object.identity.replaceKey(by: TemporaryKeys.next())
  }

  /// Restores the references at an object's destinations that delete rules removed. If a reference cannot be
  /// restored, the object drops the destination.
  private func linkAgain(_ object: NSManagedObject) {
    let layout = object.layout
    for slot in layout.toOneSlots {
      guard let key = object.reference(slot), case .toOne(let relationship) = layout.slots[slot].kind else { continue }
      linkAgain(object, to: key, slot, relationship)
    }
    var removals: UnsavedRemovals?
    for slot in layout.toManySlots {
      guard case .toMany(let relationship) = layout.slots[slot].kind else { continue }
      // A merge may have changed the stored relationship, and the destinations that are read now may be even newer.
      if object.state?.relationships[slot]?.stored == nil { forgetLosses(of: object, among: &removals) { $0 == slot } }
      let keys = object.toMany(slot).current
      graph.fill(keys)
      for key in keys { linkAgain(object, to: key, slot, relationship) }
    }
  }

  private func linkAgain(
    _ object: NSManagedObject, to key: RowKey, _ slot: Int, _ relationship: EntityLayout.Relationship
  ) {
    // The destination's own delete rules will reach the object.
    if let destination = graph.entry(for: key), destination.flags.contains(.awaitsPropagation),
      relationship.inverse.map({ destination.holds(object, $0) }) ?? true
    {
      return
    }
    guard let destination = graph.livingObject(key) else {
      object.forget(key, slot)
      // The destination was deleted before the object was inserted again, so its unsaved removal of the object is
      // outdated.
      if let inverse = relationship.inverse, let deleted = graph.entry(for: key),
        object.state?.relationships[slot]?.change(of: key) == nil,
        deleted.state?.relationships[inverse]?.change(of: object.key) == false
      {
        deleted.state?.relationships[inverse]?.settle(object.key, isDestination: false)
      }
      return
    }
    guard let inverse = relationship.inverse else { return }
    if destination.holds(object, inverse) { return destination.agree(with: object, inverse, slot) }
    if destination.isTaken(inverse) { return object.forget(key, slot) }
    destination.link(object, inverse)
    destination.state?.relationships[inverse]?.moveToStoredPlace(object.key)
  }
}

extension NSManagedObject {
  /// The version of the row that existed under the object's ID; 0 if there was none.
  final var formerVersion: Int64 { key.isTemporary ? 0 : row?.version ?? state?.unsaved.formerVersion ?? 0 }

  /// Whether a relationship contains, or refers to, an object.
  fileprivate final func holds(_ other: NSManagedObject, _ slot: Int) -> Bool {
    if case .toMany = layout.slots[slot].kind { return toMany(slot).contains(other.key) == true }
    return reference(slot) == other.key
  }

  /// Whether a to-one relationship is not nil.
  fileprivate final func isTaken(_ slot: Int) -> Bool {
    if case .toOne = layout.slots[slot].kind { reference(slot) != nil } else { false }
  }

  /// Relates a new object to other objects, except those that now belong to another object.
  fileprivate final func relate(to objects: [NSManagedObject], _ slot: Int) {
    switch layout.slots[slot].kind {
    case .attribute: break
    case .toOne(let relationship):
      let free = objects.first { relationship.inverse.map($0.isTaken) != true }
      if let free { setDestination(free, slot, relationship) }
    case .toMany(let relationship):
      let free = objects.filter { relationship.inverse.map($0.isTaken) != true }
      if !free.isEmpty { setDestinations(free, slot, relationship) }
    }
  }
}
