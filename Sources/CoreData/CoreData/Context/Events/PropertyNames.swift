/// Caches the names of changed properties, because events change the same few properties again and again.
struct PropertyNames {
  private var known: [Slots: Set<String>] = [:]
  private var last: (slots: Slots, names: Set<String>)?

  private struct Slots: Hashable {
    let entity: Int
    let slots: SlotSet
  }

  /// Returns the names of some slots of an entity, without implied properties.
  mutating func names(of slots: SlotSet, of layout: EntityLayout) -> Set<String> {
    if slots.isEmpty { return [] }
    let asked = Slots(entity: layout.index, slots: slots)
    if let last, last.slots == asked { return last.names }
    let properties = slots.slots.map { layout.slots[layout.property(of: $0)] }
    let names = known[asked] ?? Set(properties.filter { !$0.isImplied }.map(\.name))
    if known.count == 256 { known = [:] }
    known[asked] = names
    last = (asked, names)
    return names
  }
}
