/// The changes of the section list in one step.
struct ChangedSections {
  /// Slots of the new sections, in the order in which the edit names them.
  private(set) var new: [Int32] = []
  private var newSlots: Set<Int32> = []
  var removed: Set<Int32> = []
  /// Sections that gained or lost groups.
  var concerned: Set<Int32> = []
  /// Whether sections were inserted, removed or moved.
  var changesOrder = false

  mutating func addNew(_ slot: Int32) {
    new.append(slot)
    newSlots.insert(slot)
  }

  func isNew(_ slot: Int32) -> Bool { newSlots.contains(slot) }
  func isRemoved(_ slot: Int32) -> Bool { removed.contains(slot) }
}

extension ListEngine {
  /// Removes, inserts and moves sections, changes their keys, and finds the section of each group.
  func changeSections(_ edit: ListEdit<Token>) throws -> ChangedSections {
    var changed = ChangedSections()
    if edit.removedSections.isEmpty && edit.newSections.isEmpty && edit.touchedSections.isEmpty
      && !edit.forgetsOldKeys
    {
      return changed
    }
    var keys: Set<GroupKey> = []
    if edit.forgetsOldKeys {
      keys.formUnion(aliases.keys)
      aliases = [:]
    }
    changed.removed = Set(edit.removedSections)
    for slot in edit.removedSections {
      // Another section may get the slot later.
      if version.policies.ownLimits[slot] != nil { version.policies.ownLimits[slot] = nil }
      if version.policies.ownFolds[slot] != nil { version.policies.ownFolds[slot] = nil }
      keys.insert(sectionKeys[Int(slot)])
      slotsByKey.remove(slot, for: sectionKeys[Int(slot)])
      for (key, alias) in aliases where alias == slot {
        aliases[key] = nil
        keys.insert(key)
      }
    }
    for section in edit.newSections {
      let slot = makeSlot(section.key)
      if let isFolded = section.isFolded { version.policies.ownFolds[slot] = isFolded }
      changed.addNew(slot)
      keys.insert(section.key)
    }
    for touch in edit.touchedSections where touch.key != sectionKeys[Int(touch.slot)] {
      rekey(touch.slot, to: touch.key, concerning: &keys)
    }
    changed.changesOrder =
      !edit.removedSections.isEmpty || !edit.newSections.isEmpty
      || edit.touchedSections.contains { Int(positions[Int($0.slot)]) != $0.index }
    if changed.changesOrder {
      try reorder(edit, new: changed.new)
      // If several sections share a key, the first one shows the items, and the first one may have changed.
      keys.formUnion(slotsByKey.shared.keys)
    }
    for key in keys { settleGroups(of: key, concerning: &changed.concerned) }
    return changed
  }

  /// Changes the key of a section. Its items keep the section until they are grouped under the new key.
  private func rekey(_ slot: Int32, to key: GroupKey, concerning keys: inout Set<GroupKey>) {
    let old = sectionKeys[Int(slot)]
    // Checks the section of the groups, because another section may have got the key in the same event and come first.
    let hasItems = groupsByKey.numbers(for: old).contains { slots[Int($0)] == slot && version.rows[Int($0)].count > 0 }
    if hasItems { aliases[old] = slot }
    slotsByKey.remove(slot, for: old)
    slotsByKey.add(slot, for: key)
    sectionKeys[Int(slot)] = key
    keys.insert(old)
    keys.insert(key)
  }

  /// The old keys of sections under which items are still grouped.
  package var aliasedKeys: [GroupKey] { Array(aliases.keys) }

  /// The indices of the groups of the inner list that have a key.
  package func groups(withKey key: GroupKey) -> [Int] { groupsByKey.numbers(for: key).map { groupOrder.index(of: $0) } }

  /// Replaces the key of a group of the inner list. The group keeps its section.
  ///
  /// - Returns: whether the group's section has the key. If not, nothing has changed.
  package func setKey(ofGroup index: Int, to key: GroupKey) -> Bool {
    let group = groupOrder[index]
    let old = groupKeys[Int(group)]
    guard slotsByKey.numbers(for: key).contains(slots[Int(group)]) else { return false }
    groupsByKey.remove(group, for: old)
    groupsByKey.add(group, for: key)
    groupKeys[Int(group)] = key
    if groupsByKey.numbers(for: old).isEmpty { aliases[old] = nil }
    return true
  }

  /// The items that are still grouped under old keys of their sections.
  package var aliasedRows: Set<Token> {
    var result: Set<Token> = []
    for key in aliases.keys {
      for group in groupsByKey.numbers(for: key) {
        let rows = version.rows[Int(group)]
        result.formUnion(rows.tokens(in: 0..<rows.count))
      }
    }
    return result
  }

  /// Moves the named sections to their new indices. The rest keep their order.
  ///
  /// - Complexity: O(named · log named), plus copying the slots between them and renumbering those that may have
  ///   shifted.
  private func reorder(_ edit: ListEdit<Token>, new: [Int32]) throws {
    var left: [Int] = []
    for slot in edit.removedSections + edit.touchedSections.map(\.slot) {
      left.append(Int(positions[Int(slot)]))
      positions[Int(slot)] = -1
    }
    left.sort()
    // A section without an index is not in the list, or was named twice.
    guard left.first ?? 0 >= 0 else { throw ListMismatch.sectionPlace }
    var named = zip(new, edit.newSections).map { (slot: $0, index: $1.index) }
    named += edit.touchedSections.map { (slot: $0.slot, index: $0.index) }
    named.sort { $0.index < $1.index }
    let old = order
    order = try Self.placing(named, in: old, without: left)
    let start = min(left.first ?? old.count, named.first?.index ?? old.count)
    let end = old.count == order.count ? max(left.last ?? 0, named.last?.index ?? 0) + 1 : order.count
    Self.number(start..<end, of: order, in: &positions)
  }

  /// Records the indices of a range of slots. A static function, so that the loop works on the two arrays alone.
  private static func number(
    _ range: Range<Int>, of order: ContiguousArray<Int32>, in positions: inout ContiguousArray<Int32>
  ) {
    for index in range { positions[Int(order[index])] = Int32(truncatingIfNeeded: index) }
  }

  /// Returns a list in which some sections have given indices, ascending, and the remaining ones keep their order.
  ///
  /// - Parameter left: the old indices of the removed and of the touched sections, ascending.
  private static func placing(
    _ named: [(slot: Int32, index: Int)], in old: ContiguousArray<Int32>, without left: [Int]
  ) throws -> ContiguousArray<Int32> {
    var result: ContiguousArray<Int32> = []
    result.reserveCapacity(old.count - left.count + named.count)
    var next = 0
    var gone = left[...]
    func follow(upTo count: Int) {
      while result.count < count, next < old.count {
        if gone.first == next {
          gone.removeFirst()
          next += 1
        } else {
          let end = min(gone.first ?? old.count, next + count - result.count)
          result.append(contentsOf: old[next..<end])
          next = end
        }
      }
    }
    for section in named {
      follow(upTo: section.index)
      guard result.count == section.index else { throw ListMismatch.sectionPlace }
      result.append(section.slot)
    }
    follow(upTo: old.count - left.count + named.count)
    return result
  }

  /// Assigns the groups of a key to the section that has it now.
  private func settleGroups(of key: GroupKey, concerning concerned: inout Set<Int32>) {
    let slot = slot(for: key)
    for group in groupsByKey.numbers(for: key) where slots[Int(group)] != slot {
      concerned.insert(slots[Int(group)])
      concerned.insert(slot)
      version.groups.remove(group, from: slots[Int(group)])
      slots[Int(group)] = slot
      addToSlot(group, slot)
    }
  }
}
