import Foundation

/// Relationships and their inverses. Every change of one end also changes the other.
extension NSManagedObject {
  final func reference(_ slot: Int) -> RowKey? {
    if case .reference(let key) = current(slot) { key } else { nil }
  }

  /// The destination of a to-one relationship.
  final func destination(_ slot: Int) -> NSManagedObject? {
    guard let key = reference(slot), let context = liveContext else { return nil }
    return context.reachedObject(for: key)
  }

  /// The destinations of a to-many relationship, in order if it is ordered. This object retains them.
  final func destinations(_ slot: Int) -> [NSManagedObject] {
    guard let context = liveContext else { return [] }
    let objects = toMany(slot).current.map { context.reachedObject(for: $0) }
    keep(objects, slot)
    return objects
  }

  /// Retains the destinations of a to-many relationship that the program has read or set.
  private func keep(_ objects: [NSManagedObject], _ slot: Int) {
    guard let state else { return }
    state.kept.set(objects, slot)
    if !objects.isEmpty { registry?.keepsDestinations = true }
  }

  /// Retains an object that was added to a to-many relationship whose destinations are retained.
  private func keep(_ object: NSManagedObject, _ slot: Int) {
    state?.kept.add(object, slot) { state?.relationships[slot]?.contains($0.key) != false }
  }

  /// The state of a to-many relationship with its stored destinations loaded. If they cannot be read, logs the error
  /// and returns a state without them.
  final func toMany(_ slot: Int) -> ToManyState {
    if let known = state?.relationships[slot], known.stored != nil || known.order != nil { return known }
    var read = state?.relationships[slot] ?? ToManyState()
    if !flags.isDisjoint(with: [.neverSaved, .gone]) || liveContext == nil {
      read.setStored([])
    } else if let stored = liveContext?.readDestinations(slot, of: self) {
      read.setStored(stored)
    } else {
      // Not stored, so that the next access tries to read them again.
      read.setStored([])
      return read
    }
    ownerState().relationships[slot] = read
    return read
  }

  /// Sets a to-one relationship and its inverse. An object whose row was found to be gone is treated as nil.
  final func setDestination(_ object: NSManagedObject?, _ slot: Int, _ relationship: EntityLayout.Relationship) {
    requireQueue()
    if let object { requireRelatable(object, slot, relationship) }
    let old = reference(slot)
    let new = object.flatMap { $0.flags.contains(.gone) ? nil : $0 }
    guard old != new?.key else { return }
    write(new.map { .reference($0.key) } ?? .null, slot)
    noteChange(slot, from: old.map { .reference($0) } ?? .null)
    guard let inverse = relationship.inverse, !flags.contains(.gone), let context = liveContext else { return }
    if let old { context.objectUnlessGone(old)?.forget(key, inverse) }
    new?.link(self, inverse)
  }

  /// Sets a to-many relationship, its order and its inverse.
  final func setDestinations(_ objects: [NSManagedObject], _ slot: Int, _ relationship: EntityLayout.Relationship) {
    requireQueue()
    for object in objects { requireRelatable(object, slot, relationship) }
    var known = toMany(slot)
    let old = known.current
    var wanted = Set<RowKey>()
    let new = objects.filter { !$0.flags.contains(.gone) }.map(\.key).filter { wanted.insert($0).inserted }
    let present = Set(old)
    guard relationship.isOrdered ? old != new : present != wanted else { return }
    let leaving = old.filter { !wanted.contains($0) }
    let arriving = new.filter { !present.contains($0) }
    for key in leaving { known.remove(key) }
    for key in arriving { known.add(key) }
    if relationship.isOrdered { known.setOrder(new) }
    ownerState().relationships[slot] = known
    keep(objects, slot)
    noteToManyChange(slot) { log in
      if relationship.isOrdered { log.noteOrder(old, slot) }
      for key in leaving { log.note(key, slot, isAddition: false) }
      for key in arriving { log.note(key, slot, isAddition: true) }
    }
    guard let inverse = relationship.inverse, !flags.contains(.gone), let context = liveContext else { return }
    context.fill(leaving + arriving)
    for key in leaving { context.objectUnlessGone(key)?.forget(self.key, inverse) }
    for key in arriving { context.object(for: key).link(self, inverse) }
  }

  /// Sets this end of a relationship after the other end was set: adds the other object.
  final func link(_ other: NSManagedObject, _ slot: Int) {
    switch kind.layout.slots[slot].kind {
    case .toOne(let relationship):
      let old = reference(slot)
      guard old != other.key else { return }
      write(.reference(other.key), slot)
      noteChange(slot, from: old.map { .reference($0) } ?? .null)
      // The object's former destination must not refer to it any more.
      if let old, let inverse = relationship.inverse { liveContext?.objectUnlessGone(old)?.forget(key, inverse) }
    case .toMany(let relationship):
      changeToMany(slot, relationship, adding: other.key)
      keep(other, slot)
      agree(with: other, slot, relationship.inverse)
    case .attribute: break
    }
  }

  /// Removes an object from a relationship at this end only.
  final func forget(_ other: RowKey, _ slot: Int) {
    guard !flags.contains(.gone) else { return }
    switch kind.layout.slots[slot].kind {
    case .toOne:
      guard reference(slot) == other else { return }
      write(.null, slot)
      noteChange(slot, from: .reference(other))
    case .toMany(let relationship):
      let former = registry?.object(for: other)
      if let known = state?.relationships[slot], known.contains(other) == false {
        // This end may have been read before another context related the two objects, while the other end was read
        // later. The removal must still be reported to observers and saved.
        let isInsisted = former?.insistsOnRemoval(of: key, through: relationship) ?? false
        if known.change(of: other) != nil || !isInsisted { return }
      }
      changeToMany(slot, relationship, removing: other)
      if let former { agree(with: former, slot, relationship.inverse) }
    case .attribute: break
    }
  }

  /// Makes both ends of a many-to-many relationship record the same change. When a change is reversed, an end that
  /// has loaded its stored destinations records nothing, while an end that has not still records the change. A later
  /// save by another context or process would then take effect at one end only.
  final func agree(with other: NSManagedObject, _ slot: Int, _ inverse: Int?) {
    guard let inverse, other.flags.isDisjoint(with: [.deleted, .gone, .withdrawn]),
      case .toMany = other.layout.slots[inverse].kind, let here = state?.relationships[slot],
      let there = other.state?.relationships[inverse], here.change(of: other.key) != there.change(of: key),
      let isAdded = here.change(of: other.key) ?? there.change(of: key)
    else { return }
    state?.relationships[slot]?.insist(other.key, isAdded: isAdded)
    other.state?.relationships[inverse]?.insist(key, isAdded: isAdded)
    // Later changes saved elsewhere are hidden by this record. A rollback reveals them, so it must report the
    // relationship.
    state?.changes.announce(slot)
    other.state?.changes.announce(inverse)
    for object in [self, other] { liveContext?.noteUpdated(object) }
  }

  /// Adds one object to a to-many relationship and its inverse. Complexity: O(1) once the destinations are read.
  final func addDestination(_ object: NSManagedObject, _ slot: Int) {
    requireQueue()
    guard case .toMany(let relationship) = kind.layout.slots[slot].kind else { return }
    requireRelatable(object, slot, relationship)
    guard !object.flags.contains(.gone), toMany(slot).contains(object.key) != true else { return }
    changeToMany(slot, relationship, adding: object.key)
    keep(object, slot)
    if !flags.contains(.gone), let inverse = relationship.inverse { object.link(self, inverse) }
  }

  /// Removes one object from a to-many relationship and its inverse.
  final func removeDestination(_ object: NSManagedObject, _ slot: Int) {
    requireQueue()
    guard case .toMany(let relationship) = kind.layout.slots[slot].kind, hasDestination(object, slot) else { return }
    changeToMany(slot, relationship, removing: object.key)
    if let inverse = relationship.inverse { object.forget(key, inverse) }
  }

  /// Whether an object is a destination. False for an object of another context, even if it has the key of a
  /// destination.
  final func hasDestination(_ object: NSManagedObject, _ slot: Int) -> Bool {
    guard object.registry === registry else { return false }
    let known = toMany(slot)
    // A changed order is known even while the stored destinations must be read again.
    return known.contains(object.key) ?? known.order?.contains(object.key) ?? false
  }

  private func changeToMany(
    _ slot: Int, _ relationship: EntityLayout.Relationship, adding added: RowKey? = nil, removing removed: RowKey? = nil
  ) {
    let state = ownerState()
    // An order must be loaded before it is changed. A new object starts with known, empty relationships.
    if relationship.isOrdered || flags.contains(.neverSaved) { _ = toMany(slot) }
    if relationship.isOrdered { state.relationships[slot]?.keepOrder() }
    // An added object is at the end, and the log can remove it again. Copying the order for each addition would cost
    // O(destinations).
    let order = relationship.isOrdered && removed != nil ? state.relationships[slot]?.current : nil
    let isAddition = added.map { state.relationships[recording: slot].add($0) } ?? false
    if let removed { state.relationships[recording: slot].remove(removed) }
    noteToManyChange(slot) { log in
      if let order { log.noteOrder(order, slot) }
      if let added, isAddition { log.note(added, slot, isAddition: true) }
      if let removed { log.note(removed, slot, isAddition: false) }
    }
  }

  /// Whether this object had another object at this end and is removing it.
  private func insistsOnRemoval(of key: RowKey, through relationship: EntityLayout.Relationship) -> Bool {
    guard let inverse = relationship.inverse, case .toMany = layout.slots[inverse].kind else { return true }
    guard flags.isDisjoint(with: [.gone, .withdrawn]), let known = state?.relationships[inverse] else { return false }
    return flags.contains(.deleted) ? known.contains(key) == true : known.change(of: key) == false
  }

  private func requireRelatable(
    _ object: NSManagedObject, _ slot: Int, _ relationship: EntityLayout.Relationship
  ) {
    guard let registry, object.registry === registry else {
      fatalError(
        "\(propertyName(slot)): the objects of a relationship must be in one context. "
          + "Insert them first, or use object(with: otherObject.objectID) of this object's context."
      )
    }
    guard !object.flags.contains(.withdrawn) else {
      fatalError(
        "\(propertyName(slot)): \(object.objectName) is in no context any more: it was deleted, or its insertion taken back. "
          + "Ask isDeleted and managedObjectContext before relating an object that was kept.")
    }
    guard registry.layout.entities[relationship.destination].subtree.contains(Int(object.entityIndex)) else {
      fatalError(
        "\(propertyName(slot)) takes objects of \(registry.layout.entities[relationship.destination].name), "
          + "not of \(object.kind.layout.name)."
      )
    }
  }
}
