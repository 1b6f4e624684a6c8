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

  /// Whether one item of a list changed, and nothing else.
  ///
  /// - Parameter list: the list before.
  /// - Returns: false, too, where the change does not fit the list.
  @inlinable
  package func isOne(of list: SectionedSnapshot<SectionID, ItemID>) -> Bool {
    guard let one else { return false }
    // What comes to a section that it does not leave may stand behind all others.
    return list.holds(one.left) && list.holds(one.updated)
      && list.holds(one.came, ofMore: one.left?.section == one.came?.section ? 0 : 1)
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
    guard let one, isOne(of: list) else { return false }
    one.replay(on: &list, itemAt: itemAt)
    return true
  }
}

extension OneItemChange {
  /// Makes a list the one after this change, which is known to fit.
  @inlinable
  package func replay<SectionID, ItemID>(
    on list: inout SectionedSnapshot<SectionID, ItemID>,
    itemAt: (ItemPlace, ListElement<ItemID>?) -> ListElement<ItemID>
  ) {
    if let updated {
      list.sections.change(at: updated.section) { section in
        section.items.change(at: updated.item) { $0 = itemAt(updated, $0) }
      }
    }
    let gone = left.map { left in list.sections.change(at: left.section) { $0.items.remove(at: left.item) } }
    if let came {
      let item = itemAt(came, gone)
      list.sections.change(at: came.section) { $0.items.insert(item, at: came.item) }
    }
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
