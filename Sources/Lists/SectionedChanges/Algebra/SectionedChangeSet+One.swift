extension SectionedChangeSet {
  /// This change set as a change of a single item, the usual case; nil for any other change set.
  @inlinable
  package var one: OneItemChange? {
    guard items.count == 1, sections.isEmpty, itemsTaken.isEmpty, itemsBrought.isEmpty else { return nil }
    let updated = items.updated.first
    guard updated?.old == updated?.new else { return nil }
    return OneItemChange(
      deleted: items.deleted.first?.place, inserted: items.inserted.first?.place, moved: items.moved.first,
      updated: updated?.new)
  }

  /// Applies the change set to a list in place if it changes a single item. Only shared parts of the list are copied.
  ///
  /// - Parameters:
  ///   - list: the list to change. If the result is false, it is unchanged.
  ///   - itemAt: returns the item at the new place of an inserted, moved or updated item. It receives the old item, if
  ///     there is one.
  /// - Returns: whether the change set changes a single item and fits the list.
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
  /// Applies this change to a list in place. Only shared parts of the list are copied.
  ///
  /// - Parameters:
  ///   - list: the list to change. If the result is false, it is unchanged.
  ///   - before: is set to the deleted, moved or updated item as it was before.
  ///   - itemAt: returns the item at the new place of an inserted, moved or updated item. It receives the old item, if
  ///     there is one.
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
    // Check the new place first, so that the item is not removed from its section if it cannot be inserted.
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
  /// Changes the items of one section by a closure.
  ///
  /// - Parameter place: a place in the section whose items the closure changes. If there is no such section, the
  ///   closure is not called.
  /// - Returns: the result of the closure, which says whether it changed something; false without such a section.
  @inlinable
  mutating func change(
    sectionOf place: ItemPlace, _ body: (inout ChunkedArray<ListElement<ItemID>>) -> Bool
  ) -> Bool {
    guard place.section >= 0, place.section < numberOfSections, place.item >= 0 else { return false }
    return sections.change(at: place.section) { body(&$0.items) }
  }
}

extension SectionedChangeSet {
  /// The list before a change of a single item, computed from the list after it.
  ///
  /// - Parameter item: the deleted, moved or updated item as it was before; nil for an insertion.
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
