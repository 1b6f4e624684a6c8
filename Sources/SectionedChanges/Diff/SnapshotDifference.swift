extension SectionedChangeSet {
  /// Makes the least change set between two lists.
  ///
  /// "Least" is exact, and the answer is unique. No identifier is both deleted and inserted. Among the items of a
  /// section in both lists, and among the sections, those that are not reported as moved are the increasing
  /// subsequence that keeps first the most unchanged elements, then the most elements, then the lexicographically
  /// smallest list of old indices.
  ///
  /// - Parameters:
  ///   - old: the list before.
  ///   - new: the list after.
  ///   - sectionKeys: asked for the changed properties of each section in both lists whose revision differs.
  ///   - itemKeys: the same for items.
  /// - Complexity: O(rows) when most of them keep their order; O(changes · log changes) more otherwise.
  /// - Throws: ``SectionedChangeError`` with the reason `duplicateSections` or `duplicateItems` when an identifier
  ///   stands twice in a list, naming it.
  @inlinable
  public init(
    from old: SectionedSnapshot<SectionID, ItemID>, to new: SectionedSnapshot<SectionID, ItemID>,
    sectionKeys: (SectionID) -> Set<String>? = { _ in nil },
    itemKeys: (ItemID) -> Set<String>? = { _ in nil }
  ) throws {
    try self.init(from: old, to: new, sectionKeys: sectionKeys, itemKeys: itemKeys, naming: { $0 }, { $0 })
  }

  /// Does the same for lists whose items have other names. Only items that came or went are named.
  ///
  /// - Parameters:
  ///   - oldName: names an item that is not in the new list.
  ///   - newName: names an item that is not in the old list.
  @inlinable
  package init<Item: Hashable & Sendable>(
    from old: SectionedSnapshot<SectionID, Item>, to new: SectionedSnapshot<SectionID, Item>,
    sectionKeys: (SectionID) -> Set<String>? = { _ in nil }, itemKeys: (Item) -> Set<String>? = { _ in nil },
    naming oldName: (Item) -> ItemID, _ newName: (Item) -> ItemID
  ) throws {
    let oldSections = old.sections.map { $0.element }
    let newSections = new.sections.map { $0.element }
    let sections = try Matching(
      oldSections.map { $0.id }, newSections.map { $0.id }, .duplicateSections, "section")
    var builder = ChangeSetBuilder<SectionID, Item>()
    builder.touchSections(oldSections, newSections, sections, keys: sectionKeys)

    let oldItems = FlatItems(old)
    let newItems = FlatItems(new)
    let items = try Matching(oldItems.ids, newItems.ids, .duplicateItems, "item")
    builder.touchItems(oldItems, newItems, items, sections, keys: itemKeys)
    self = try builder.changeSet(old: old.counts, new: new.counts, naming: oldName, newName)
  }
}

extension ChangeSetBuilder {
  /// Records all sections but those that keep revision and order.
  @inlinable
  mutating func touchSections(
    _ old: [ListElement<SectionID>], _ new: [ListElement<SectionID>], _ matching: Matching,
    keys: (SectionID) -> Set<String>?
  ) {
    var isOrdered = Array(repeating: false, count: new.count)
    for index in matching.orderedElements(old: old.indices, new: new.indices) { isOrdered[index] = true }
    for (index, element) in new.enumerated() {
      let place = matching.oldOfNew[index]
      guard place >= 0 else {
        touchSection(element.id, old: nil, new: index)
        continue
      }
      let isRevised = old[place].revision != element.revision
      guard isRevised || !isOrdered[index] else { continue }
      touchSection(
        element.id, old: place, new: index, isRevised: isRevised, keys: isRevised ? keys(element.id) : [])
    }
    for (index, element) in old.enumerated() where matching.newOfOld[index] < 0 {
      touchSection(element.id, old: index, new: nil)
    }
  }

  /// Records all items but those that keep section, revision and order.
  @inlinable
  mutating func touchItems(
    _ old: FlatItems<ItemID>, _ new: FlatItems<ItemID>, _ matching: Matching, _ sections: Matching,
    keys: (ItemID) -> Set<String>?
  ) {
    var isOrdered = Array(repeating: false, count: new.ids.count)
    for (section, range) in new.sections.enumerated() where sections.oldOfNew[section] >= 0 {
      let ordered = matching.orderedElements(old: old.sections[sections.oldOfNew[section]], new: range)
      for index in ordered { isOrdered[index] = true }
    }
    for (index, id) in new.ids.enumerated() {
      let place = matching.oldOfNew[index]
      guard place >= 0 else {
        touchItem(id, old: nil, new: new.place(at: index))
        continue
      }
      let isRevised = old.revisions[place] != new.revisions[index]
      guard isRevised || !isOrdered[index] else { continue }
      touchItem(
        id, old: old.place(at: place), new: new.place(at: index), isRevised: isRevised, keys: isRevised ? keys(id) : [])
    }
    for (index, id) in old.ids.enumerated() where matching.newOfOld[index] < 0 {
      touchItem(id, old: old.place(at: index), new: nil)
    }
  }
}
