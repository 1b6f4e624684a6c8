import OrderedRows

/// The groups of the inner list that each section shows. Usually it is one; an empty section has none; the unmatched
/// items, and a section whose key is changing, may have several. This is one direction of the index map; `ListEngine`
/// holds the other.
struct SlotGroups: Sendable {
  private static var none: Int32 { -1 }
  private static var several: Int32 { -2 }

  /// By slot: the group, or `none` or `several`.
  private var single: ContiguousArray<Int32> = []
  /// The groups of slots that have several, in the order of the inner list.
  private var lists: [Int32: ContiguousArray<Int32>] = [:]

  mutating func makeRoom(for slot: Int32) {
    while single.count <= Int(slot) { single.append(Self.none) }
  }

  /// The number of slots, in use or not.
  var count: Int { single.count }

  func isEmpty(_ slot: Int32) -> Bool { single[Int(slot)] == Self.none }

  /// The groups of a slot in the order of the inner list.
  func groups(of slot: Int32) -> ContiguousArray<Int32> {
    switch single[Int(slot)] {
    case Self.none: []
    case Self.several: lists[slot] ?? []
    case let group: [group]
    }
  }

  /// The only group of a slot, nil when it has none or several.
  func onlyGroup(of slot: Int32) -> Int32? {
    let group = single[Int(slot)]
    return group >= 0 ? group : nil
  }

  /// Adds a group to a slot.
  ///
  /// - Parameter precedes: whether a group of the slot comes before the new one in the inner list.
  mutating func add(_ group: Int32, to slot: Int32, precedes: (Int32) -> Bool) {
    switch single[Int(slot)] {
    case Self.none:
      single[Int(slot)] = group
    case Self.several:
      // The groups ascend, so insert the new one after those that precede it.
      let index = lists[slot, default: []].partitionPoint { !precedes($0) }
      lists[slot, default: []].insert(group, at: index)
    case let first:
      lists[slot] = precedes(first) ? [first, group] : [group, first]
      single[Int(slot)] = Self.several
    }
  }

  mutating func remove(_ group: Int32, from slot: Int32) {
    guard single[Int(slot)] == Self.several else {
      single[Int(slot)] = Self.none
      return
    }
    lists[slot]?.removeAll { $0 == group }
    guard let rest = lists[slot], rest.count == 1 else { return }
    single[Int(slot)] = rest[0]
    lists[slot] = nil
  }
}
