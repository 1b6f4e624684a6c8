extension SectionedChangeSet {
  /// Creates the minimal change set between two lists.
  ///
  /// The result is exactly minimal and unique. No identifier is both deleted and inserted. Among the sections, and
  /// among the items of a section that is in both lists, the elements that are not reported as moved form an increasing
  /// subsequence. It has the most unchanged elements; of several such, it has the most elements; of several such, the
  /// lexicographically smallest list of old indices.
  ///
  /// - Parameters:
  ///   - old: the old list.
  ///   - new: the new list.
  ///   - sectionKeys: returns the changed properties of a section. Called for each section in both lists whose revision
  ///     differs.
  ///   - itemKeys: returns the changed properties of an item. Called for each item in both lists whose revision
  ///     differs.
  /// - Complexity: O(rows) if most elements keep their order, otherwise plus O(changes · log changes).
  /// - Throws: ``SectionedChangeError`` with the reason `duplicateSections` or `duplicateItems` if a list contains an
  ///   identifier twice, naming it.
  @inlinable
  public init(
    from old: SectionedSnapshot<SectionID, ItemID>, to new: SectionedSnapshot<SectionID, ItemID>,
    sectionKeys: (SectionID) -> Set<String>? = { _ in nil },
    itemKeys: (ItemID) -> Set<String>? = { _ in nil }
  ) throws {
    try self.init(from: old, to: new, sectionKeys: sectionKeys, itemKeys: itemKeys, naming: { $0 }, { $0 })
  }

  /// Creates the minimal change set with other identifiers for the items. Only inserted and deleted items are
  /// converted.
  ///
  /// - Parameters:
  ///   - oldName: returns the identifier of an item that is not in the new list.
  ///   - newName: returns the identifier of an item that is not in the old list.
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
  /// Records all sections except those with the same revision and relative order.
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

  /// Records all items except those with the same section, revision and relative order.
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
