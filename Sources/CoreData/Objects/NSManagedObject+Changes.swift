import Foundation

extension NSManagedObject {
  final func boxedChanges() -> [String: Any] {
    requireQueue()
    var changes: [String: Any] = [:]
    for slot in changedSlots(transient: false) where isPersistent(slot) {
      let slot = kind.layout.property(of: slot)
      changes[kind.layout.slots[slot].name] = boxedValue(slot) ?? NSNull()
    }
    for (slot, toMany) in state?.toMany ?? [:] where toMany.isChanged && isPersistent(slot) {
      changes[kind.layout.slots[slot].name] = boxedValue(slot)
    }
    return changes
  }

  final func boxedEventChanges() -> [String: Any] {
    requireQueue()
    guard let state else { return [:] }
    // While an event is delivered, it counts as the current one.
    let undelivered = liveContext?.events.eventQueue.currentNumber.map { state.closed.events(from: $0) } ?? []
    var start = SlotValues()
    for event in undelivered.map(\.start) + [state.eventStart] {
      for (slot, old) in event.entries { start.add(old, slot) }
    }
    var changes: [String: Any] = [:]
    for (slot, old) in start.entries where isPersistent(slot) && !old.isSame(as: current(slot)) {
      let property = kind.layout.property(of: slot)
      changes[kind.layout.slots[property].name] = boxedProperty(property) { start[$0] ?? current($0) } ?? NSNull()
    }
    let logs = undelivered.map(\.destinations) + [state.eventDestinations]
    for slot in logs.reduce(into: SlotSet(), { $0.formUnion($1.slots) }).slots where isPersistent(slot) {
      let current = toMany(slot).current
      let old = logs.reversed().reduce(current) { $1.destinations(slot, before: $0) }
      let isSame = isOrdered(slot) ? old == current : Set(old) == Set(current)
      if !isSame { changes[kind.layout.slots[slot].name] = boxedDestinations(old, slot) }
    }
    return changes
  }

  final func boxedCommitted(_ keys: [String]?) -> [String: Any] {
    requireQueue()
    let layout = kind.layout
    let named = keys?.map(slot(named:)) ?? layout.ownAttributeSlots + layout.toOneSlots
    let slots = named.filter(isPersistent)
    // Nothing was fetched or saved of an object that no store has.
    if flags.contains(.neverSaved) || registry == nil { return [:] }
    fireIfFault()
    var values: [String: Any] = [:]
    for slot in slots {
      if case .toMany = layout.slots[slot].kind {
        values[layout.slots[slot].name] = boxedDestinations(toMany(slot).stored ?? [], slot)
      } else {
        values[layout.slots[slot].name] = row.flatMap { row in boxedProperty(slot) { row[$0] } } ?? NSNull()
      }
    }
    return values
  }

  /// Whether a store keeps the property: no other one is reported as changed, or as saved.
  private func isPersistent(_ slot: Int) -> Bool {
    !kind.layout.slots[slot].isTransient && !kind.layout.slots[slot].isImplied
  }

  /// The objects of a to-many relationship, as its property gives them.
  private func boxedDestinations(_ keys: [RowKey], _ slot: Int) -> Any {
    let objects = keys.compactMap { liveContext?.graph.reachedObject(for: $0) }
    return isOrdered(slot) ? NSOrderedSet(array: objects) : NSSet(array: objects)
  }

  private func isOrdered(_ slot: Int) -> Bool {
    if case .toMany(let relationship) = kind.layout.slots[slot].kind { relationship.isOrdered } else { false }
  }

  final func hasUnreadDestinations(_ slot: Int) -> Bool {
    switch kind.layout.slots[slot].kind {
    case .attribute: return false
    case .toOne:
      if flags.contains(.fault) { return true }
      guard let key = reference(slot) else { return false }
      return registry?.object(for: key)?.isFault ?? true
    case .toMany:
      if flags.contains(.neverSaved) { return false }
      let known = state?.toMany[slot]
      return known?.stored == nil && known?.order == nil
    }
  }

  final func destinationIDs(_ slot: Int) -> [NSManagedObjectID] {
    requireQueue()
    guard let context = liveContext else { return [] }
    switch kind.layout.slots[slot].kind {
    case .attribute: fatalError("\(propertyName(slot)) is no relationship.")
    case .toOne: return reference(slot).map { [context.graph.objectID(for: $0)] } ?? []
    case .toMany: return toMany(slot).current.map { context.graph.objectID(for: $0) }
    }
  }

  // MARK: Accessors that report what they do

  final func setPrimitive(_ value: Any?, _ slot: Int) {
    requireQueue()
    switch kind.layout.slots[slot].kind {
    case .attribute(.compositeAttributeType):
      fireIfFault()
      writeComposite(value, slot)
    case .attribute:
      fireIfFault()
      write(unboxedAttribute(value, slot), slot)
    case .toOne:
      fireIfFault()
      write(unboxedDestination(value, slot).map { .reference($0.key) } ?? .null, slot)
    case .toMany(let relationship):
      var known = toMany(slot)
      var wanted = Set<RowKey>()
      let keys = unboxedDestinations(value, slot).map(\.key).filter { wanted.insert($0).inserted }
      let present = Set(known.current)
      for key in present.subtracting(wanted) { known.remove(key) }
      for key in keys where !present.contains(key) { known.add(key) }
      if relationship.isOrdered { known.setOrder(keys) }
      ownerState().toMany[slot] = known
    }
  }

  final func noteValue(_ slot: Int) {
    requireQueue()
    fireIfFault()
    if case .toMany = kind.layout.slots[slot].kind {
      mutableState().noted[slot] = .destinations(toMany(slot).current)
    } else if let composite = kind.layout.slots[slot].composite {
      for slot in composite.slots { mutableState().noted[slot] = .value(current(slot)) }
    } else {
      mutableState().noted[slot] = .value(current(slot))
    }
  }

  final func compareNotedValue(_ slot: Int) {
    requireQueue()
    if let composite = kind.layout.slots[slot].composite { return composite.slots.forEach(compareNotedValue) }
    guard let noted = state?.noted.removeValue(forKey: slot) else { return }
    switch (noted, kind.layout.slots[slot].kind) {
    case (.value(let old), .attribute):
      if !old.isSame(as: current(slot)) { noteChange(slot, from: old) }
    case (.value(let old), .toOne(let relationship)):
      // Put back and set again, so that the inverse follows.
      let new = destination(slot)
      write(old, slot)
      setDestination(new, slot, relationship)
    case (.destinations(let old), .toMany(let relationship)):
      let new = destinations(slot)
      let previous = old.compactMap { liveContext?.graph.object(for: $0) }
      setPrimitive(relationship.isOrdered ? NSOrderedSet(array: previous) : NSSet(array: previous), slot)
      setDestinations(new, slot, relationship)
    default: break
    }
  }
}
