extension SectionedChangeSet {
  /// The change of one item, where that is all, as with most events; nil for other changes.
  @inlinable
  package var one: OneItemChange? {
    guard items.count == 1, sections.isEmpty, itemsTaken.isEmpty, itemsBrought.isEmpty else { return nil }
    let updated = items.updated.first
    guard updated?.old == updated?.new else { return nil }
    return OneItemChange(
      deleted: items.deleted.first?.place, inserted: items.inserted.first?.place, moved: items.moved.first,
      updated: updated?.new)
  }

  /// Makes a list the one after a change of one item; in place, as far as nobody else has the list.
  ///
  /// - Parameters:
  ///   - list: the list before. The same still where the answer is false.
  ///   - itemAt: the item at a new place, asked for one that is inserted, moved or updated, with what it was before.
  /// - Returns: whether it is a change of one item, and fits.
  @inlinable
  package func replayOne(
    on list: inout SectionedSnapshot<SectionID, ItemID>,
    itemAt: (ItemPlace, ListElement<ItemID>?) -> ListElement<ItemID>
  ) -> Bool {
    var before: ListElement<ItemID>?
    return one?.replay(on: &list, before: &before, itemAt: itemAt) == true
  }
}

extension OneItemChange {
  /// Makes a list the one after this change; in place, as far as nobody else has the list.
  ///
  /// - Parameters:
  ///   - list: the list before. The same still where the answer is false.
  ///   - before: becomes what was deleted, moved or updated, as it was.
  ///   - itemAt: the item at a new place, asked for one that is inserted, moved or updated, with what it was before.
  /// - Returns: whether the change fits the list.
  @inlinable
  package func replay<SectionID, ItemID>(
    on list: inout SectionedSnapshot<SectionID, ItemID>, before: inout ListElement<ItemID>?,
    itemAt: (ItemPlace, ListElement<ItemID>?) -> ListElement<ItemID>
  ) -> Bool {
    if let updated {
      return list.change(sectionOf: updated) { items in
        guard updated.item < items.count else { return false }
        items.change(at: updated.item) { item in
          before = item
          item = itemAt(updated, item)
        }
        return true
      }
    }
    // What leaves a section must not have left when it turns out that it cannot come.
    if let moved, !list.holds(moved.to, ofMore: moved.from.section == moved.to.section ? 0 : 1) { return false }
    if let left {
      let hasLeft = list.change(sectionOf: left) { items in
        guard left.item < items.count else { return false }
        before = items.remove(at: left.item)
        return true
      }
      if !hasLeft { return false }
    }
    guard let came else { return true }
    return list.change(sectionOf: came) { items in
      guard came.item <= items.count else { return false }
      items.insert(itemAt(came, before), at: came.item)
      return true
    }
  }
}

extension SectionedSnapshot {
  /// - Parameter place: in the section whose items a block changes, which is not called where there is no such place at all.
  /// - Returns: what the block returned: whether it changed something.
  @inlinable
  mutating func change(
    sectionOf place: ItemPlace, _ body: (inout ChunkedArray<ListElement<ItemID>>) -> Bool
  ) -> Bool {
    guard place.section >= 0, place.section < numberOfSections, place.item >= 0 else { return false }
    return sections.change(at: place.section) { body(&$0.items) }
  }
}

extension SectionedChangeSet {
  /// The list before a change of one item, made of the list after it.
  ///
  /// - Parameter item: what was deleted, moved or updated, as it was; nil for an insertion.
  @inlinable
  package func takenBack(
    from new: SectionedSnapshot<SectionID, ItemID>, _ item: ListElement<ItemID>?
  ) -> SectionedSnapshot<SectionID, ItemID> {
    var old = new
    let isOne = inverted.replayOne(on: &old) { place, _ in
      guard let item else { fatalError("What stood at \(place) before the change is not known.") }
      return item
    }
    precondition(isOne, "A change of one item does not fit the list after it.")
    return old
  }
}
