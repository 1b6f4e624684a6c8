/// The order of the bits by which Apple's histories record changed properties.
extension EntityLayout {
  /// The meaning of one bit.
  package enum HistoryPlace: Sendable {
    case property(Int)
    /// The object's order key in the ordered inverse of this to-one relationship.
    case order(of: Int)
  }

  /// The meanings of an entity's bits, in Apple's order.
  ///
  /// - Parameters:
  ///   - named: the slots of the properties, sorted by name.
  ///   - inheritedCounts: the number of slots of each superentity.
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
