import Foundation

/// Relationships and their inverses. Every way of changing one end changes the other.
extension NSManagedObject {
  final func reference(_ slot: Int) -> RowKey? {
    if case .reference(let key) = current(slot) { key } else { nil }
  }

  /// The destination of a to-one relationship.
  final func destination(_ slot: Int) -> NSManagedObject? {
    guard let key = reference(slot), let context = liveContext else { return nil }
    return context.reachedObject(for: key)
  }

  /// The destinations of a to-many relationship, in its order if it has one. They stay alive with this object.
  final func destinations(_ slot: Int) -> [NSManagedObject] {
    guard let context = liveContext else { return [] }
    let objects = toMany(slot).current.map { context.reachedObject(for: $0) }
    keep(objects, slot)
    return objects
  }

  /// Keeps what the program has read of a to-many relationship, or put there, alive.
  private func keep(_ objects: [NSManagedObject], _ slot: Int) {
    guard let state else { return }
    state.kept.set(objects, slot)
    if !objects.isEmpty { registry?.keepsDestinations = true }
  }

  /// Keeps an object alive that was put into a to-many relationship which the program has read.
  private func keep(_ object: NSManagedObject, _ slot: Int) {
    state?.kept.add(object, slot) { state?.relationships[slot]?.contains($0.key) != false }
  }

  /// The state of a to-many relationship, its stored destinations read; without any where they cannot be, which is
  /// logged.
  final func toMany(_ slot: Int) -> ToManyState {
    if let known = state?.relationships[slot], known.stored != nil || known.order != nil { return known }
    var read = state?.relationships[slot] ?? ToManyState()
    if !flags.isDisjoint(with: [.neverSaved, .gone]) || liveContext == nil {
      read.setStored([])
    } else if let stored = liveContext?.readDestinations(slot, of: self) {
      read.setStored(stored)
    } else {
      // Not kept: it may be read the next time.
      read.setStored([])
      return read
    }
    ownerState().relationships[slot] = read
    return read
  }

  /// Sets a to-one relationship and its inverse. An object that was found to have no row is at no other end.
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

  /// Adds the object to a relationship whose inverse was set at the other end.
  final func link(_ other: NSManagedObject, _ slot: Int) {
    switch kind.layout.slots[slot].kind {
    case .toOne(let relationship):
      let old = reference(slot)
      guard old != other.key else { return }
      write(.reference(other.key), slot)
      noteChange(slot, from: old.map { .reference($0) } ?? .null)
      // The object that had this one before has it no longer.
      if let old, let inverse = relationship.inverse { liveContext?.objectUnlessGone(old)?.forget(key, inverse) }
    case .toMany(let relationship):
      changeToMany(slot, relationship, adding: other.key)
      keep(other, slot)
      agree(with: other, slot, relationship.inverse)
    case .attribute: break
    }
  }

  /// Takes an object out of a relationship, at this end only.
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
        // What was read here may be older than what the other end has let go of: the removal must still reach the
        // observers and the store.
        let isInsisted = former?.insistsOnRemoval(of: key, through: relationship) ?? false
        if known.change(of: other) != nil || !isInsisted { return }
      }
      changeToMany(slot, relationship, removing: other)
      if let former { agree(with: former, slot, relationship.inverse) }
    case .attribute: break
    }
  }

  /// Makes both ends of a relationship from many to many keep the same change. An end that takes back an earlier change
  /// keeps none where it has read what is stored, and insists where it has not; what another context or process saves
  /// then would be at one end only.
  final func agree(with other: NSManagedObject, _ slot: Int, _ inverse: Int?) {
    guard let inverse, other.flags.isDisjoint(with: [.deleted, .gone, .withdrawn]),
      case .toMany = other.layout.slots[inverse].kind, let here = state?.relationships[slot],
      let there = other.state?.relationships[inverse], here.change(of: other.key) != there.change(of: key),
      let isAdded = here.change(of: other.key) ?? there.change(of: key)
    else { return }
    state?.relationships[slot]?.insist(other.key, isAdded: isAdded)
    other.state?.relationships[inverse]?.insist(key, isAdded: isAdded)
    // What is saved elsewhere meanwhile is not seen until a rollback, which is to report it.
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

  /// Whether an object is a destination. One of another context is none, though it may have the key of one.
  final func hasDestination(_ object: NSManagedObject, _ slot: Int) -> Bool {
    guard object.registry === registry else { return false }
    let known = toMany(slot)
    // An order that was set is known also while the store has to be asked again.
    return known.contains(object.key) ?? known.order?.contains(object.key) ?? false
  }

  private func changeToMany(
    _ slot: Int, _ relationship: EntityLayout.Relationship, adding added: RowKey? = nil, removing removed: RowKey? = nil
  ) {
    let state = ownerState()
    // An order must be known to be changed; and what a new object starts with is known.
    if relationship.isOrdered || flags.contains(.neverSaved) { _ = toMany(slot) }
    if relationship.isOrdered { state.relationships[slot]?.keepOrder() }
    // What is added stands at the end: the log can take it off again. A copy for each addition would cost the whole
    // list.
    let order = relationship.isOrdered && removed != nil ? state.relationships[slot]?.current : nil
    let isAddition = added.map { state.relationships[recording: slot].add($0) } ?? false
    if let removed { state.relationships[recording: slot].remove(removed) }
    noteToManyChange(slot) { log in
      if let order { log.noteOrder(order, slot) }
      if let added, isAddition { log.note(added, slot, isAddition: true) }
      if let removed { log.note(removed, slot, isAddition: false) }
    }
  }

  /// Whether the object was related to another at this end, and lets go of it.
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
