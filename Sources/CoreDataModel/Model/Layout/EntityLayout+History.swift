/// The order in which Apple's histories keep which properties changed.
extension EntityLayout {
  /// The property of a bit.
  package enum HistoryPlace: Sendable {
    case property(Int)
    /// The place of the object in the ordered relationship at the other end.
    case order(of: Int)
  }

  /// The places of an entity's bits in Apple's order.
  ///
  /// - Parameters:
  ///   - named: the slots of the properties, by name.
  ///   - inheritedCounts: the number of slots of each entity that this one inherits from.
  static func historyPlaces(_ slots: [Slot], named: [Int], inheritedCounts: [Int]) -> [HistoryPlace] {
    let ordered = named.filter { !slots[$0].isTransient }
      .map { slot in (slot: slot, depth: inheritedCounts.count { $0 <= slot }) }.enumerated()
      .sorted { ($0.element.depth, $0.offset) < ($1.element.depth, $1.offset) }.map(\.element.slot)
    func isToOne(_ slot: Int) -> Bool { if case .toOne = slots[slot].kind { true } else { false } }
    func isAttribute(_ slot: Int) -> Bool { if case .attribute = slots[slot].kind { true } else { false } }
    func isInOrder(_ slot: Int) -> Bool {
      if case .toOne(let relationship) = slots[slot].kind { relationship.isInOrder } else { false }
    }
    return ordered.filter(isToOne).map { .property($0) } + ordered.filter(isInOrder).map { .order(of: $0) }
      + ordered.filter(isAttribute).map { .property($0) }
      + ordered.filter { !isToOne($0) && !isAttribute($0) }.map { .property($0) }
  }
}
