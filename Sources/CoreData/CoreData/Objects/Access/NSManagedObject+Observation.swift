import Foundation

/// Accessors for primitive values, and the methods that a program calls before and after it changes one.
extension NSManagedObject {
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
      ownerState().relationships[slot] = known
    }
  }

  final func noteValue(_ slot: Int) {
    requireQueue()
    fireIfFault()
    if case .toMany = kind.layout.slots[slot].kind {
      let old = toMany(slot).current
      mutableState().noted.note(.destinations(old), slot)
    } else {
      for slot in kind.layout.slots[slot].composite?.slots ?? [slot] {
        let old = current(slot)
        mutableState().noted.note(.value(old), slot)
      }
    }
  }

  final func compareNotedValue(_ slot: Int) {
    requireQueue()
    if let composite = kind.layout.slots[slot].composite { return composite.slots.forEach(compareNotedValue) }
    guard let noted = state?.noted.take(slot) else { return }
    switch (noted, kind.layout.slots[slot].kind) {
    case (.value(let old), .attribute):
      if !old.isSame(as: current(slot)) { noteChange(slot, from: old) }
    case (.value(let old), .toOne(let relationship)):
      // Restored and then set again, so that the inverse is updated.
      let new = destination(slot)
      write(old, slot)
      setDestination(new, slot, relationship)
    case (.destinations(let old), .toMany(let relationship)):
      let new = destinations(slot)
      let previous = old.compactMap { liveContext?.object(for: $0) }
      setPrimitive(relationship.isOrdered ? NSOrderedSet(array: previous) : NSSet(array: previous), slot)
      setDestinations(new, slot, relationship)
    default: break
    }
  }
}
