import SectionedChanges

/// A builder of a whole list, from the first section to the last.
@usableFromInline
struct ListBuilder<SectionKey: Hashable & Sendable, ItemKey: Hashable & Sendable> {
  @usableFromInline
  var items: SlotTable<ItemKey>
  @usableFromInline
  var sections: SlotTable<SectionKey>
  @usableFromInline
  var rows: ContiguousArray<SlotRow> = []
  @usableFromInline
  var counts: [(slot: Int32, count: Int)] = []

  @usableFromInline
  let replaced: EditableList<SectionKey, ItemKey>?

  /// - Parameter list: the list that the new one will replace. Unchanged keys keep their revisions.
  @inlinable
  init(replacing list: EditableList<SectionKey, ItemKey>? = nil) {
    replaced = list
    items = SlotTable(following: list?.items)
    sections = SlotTable(following: list?.sections)
  }

  @inlinable
  mutating func reserveCapacity(items count: Int) {
    items.reserveCapacity(count)
    rows.reserveCapacity(count)
  }

  /// Fills the present sections with all items. Only for a list that replaces no other one.
  ///
  /// - Parameters:
  ///   - keys: the items' keys, in order.
  ///   - counts: the number of items of each section.
  /// - Returns: whether all keys are different. If they are not, nothing has changed.
  @inlinable
  mutating func begin(_ keys: ContiguousArray<ItemKey?>, counts: some Sequence<Int>) -> Bool {
    guard replaced == nil, rows.isEmpty else { return false }
    var table = SlotTable<ItemKey>(following: nil)
    guard table.begin(keys) else { return false }
    items = table
    rows = ContiguousArray(unsafeUninitializedCapacity: keys.count) { buffer, count in
      for slot in 0..<keys.count { buffer.initializeElement(at: slot, to: SlotRow(Int32(slot))) }
      count = keys.count
    }
    for (index, count) in counts.enumerated() { self.counts[index].count = count }
    return true
  }

  /// Appends an empty section.
  ///
  /// - Returns: whether the key was new. If it was not, nothing is appended.
  @inlinable
  mutating func appendSection(_ key: SectionKey, isRevised: Bool) -> Bool {
    guard let slot = sections.begin(key, following: replaced?.sections, isRevised: isRevised) else { return false }
    counts.append((slot, 0))
    return true
  }

  /// Appends an item to the last section.
  ///
  /// - Returns: whether the key was new. If it was not, nothing is appended.
  @inlinable
  mutating func append(_ key: ItemKey, isRevised: Bool) -> Bool {
    guard let slot = items.begin(key, following: replaced?.items, isRevised: isRevised) else { return false }
    rows.append(SlotRow(slot))
    counts[counts.count - 1].count += 1
    return true
  }
}

extension SectionedSnapshot {
  /// Makes the snapshot of an order, with the elements of the tables.
  ///
  /// - Complexity: O(rows + sections).
  @inlinable
  init(_ order: ListOrder, _ items: SlotTable<ItemID>, _ sections: SlotTable<SectionID>) {
    self.init(
      sections: (0..<order.sectionCount).map { index in
        let slots = order.items(at: index)
        let elements = ChunkedArray(byChunks: slots.lazy.map { items.element($0) })
        return Section(sections.element(order.sectionSlot(at: index)), items: elements)
      })
  }

  /// Whether there is no section.
  @inlinable
  var isEmpty: Bool { numberOfSections == 0 }
}

extension SectionedChangeSet {
  /// The changes from an empty list to another one.
  ///
  /// - Complexity: O(rows + sections).
  @inlinable
  static func inserting(_ new: SectionedSnapshot<SectionID, ItemID>) -> Self {
    var changes = Self()
    changes.sections.inserted = new.sections.enumerated().map { PlacedID($0, $1.id) }
    // Initialized in place, because appending each element takes one and a half times as long.
    changes.itemsBrought = Array(unsafeUninitializedCapacity: new.numberOfItems) { buffer, count in
      for (index, section) in new.sections.enumerated() {
        var item = 0
        for element in section.items {
          buffer.initializeElement(at: count, to: PlacedID(ItemPlace(section: index, item: item), element.id))
          count += 1
          item += 1
        }
      }
    }
    return changes
  }
}
