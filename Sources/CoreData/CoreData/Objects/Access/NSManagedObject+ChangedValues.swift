import Foundation

/// Changed and saved values in the form that the program uses.
extension NSManagedObject {
  final func boxedChanges() -> [String: Any] {
    requireQueue()
    var changes: [String: Any] = [:]
    for slot in changedSlots(transient: false) where isPersistent(slot) {
      let slot = kind.layout.property(of: slot)
      changes[kind.layout.slots[slot].name] = boxedValue(slot) ?? NSNull()
    }
    for (slot, toMany) in knownRelationships where toMany.isChanged && isPersistent(slot) {
      changes[kind.layout.slots[slot].name] = boxedValue(slot)
    }
    return changes
  }

  final func boxedEventChanges() -> [String: Any] {
    requireQueue()
    guard let state else { return [:] }
    // An event that is being delivered counts as part of the current one.
    let events = state.changes.undelivered(from: liveContext?.deliveredEvent)
    var start = SlotValues()
    for event in events {
      for (slot, old) in event.start.entries { start.add(old, slot) }
    }
    var changes: [String: Any] = [:]
    for (slot, old) in start.entries where isPersistent(slot) && !old.isSame(as: current(slot)) {
      let property = kind.layout.property(of: slot)
      changes[kind.layout.slots[property].name] = boxedProperty(property) { start[$0] ?? current($0) } ?? NSNull()
    }
    let logs = events.map(\.destinations)
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
    // An object that is not saved has no fetched or saved values.
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

  /// Whether a store saves the property. Other properties are not reported as changed or saved.
  private func isPersistent(_ slot: Int) -> Bool {
    !kind.layout.slots[slot].isTransient && !kind.layout.slots[slot].isImplied
  }

  /// The objects of a to-many relationship as a set, in the form of its property.
  private func boxedDestinations(_ keys: [RowKey], _ slot: Int) -> Any {
    let objects = keys.compactMap { liveContext?.reachedObject(for: $0) }
    return isOrdered(slot) ? NSOrderedSet(array: objects) : NSSet(array: objects)
  }

  private func isOrdered(_ slot: Int) -> Bool {
    if case .toMany(let relationship) = kind.layout.slots[slot].kind { relationship.isOrdered } else { false }
  }
}
