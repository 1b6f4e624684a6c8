extension SectionedChangeSet {
  /// The minimal change set between the same two lists, with the keys of this one.
  ///
  /// A change set from ``combined(with:)`` may not be minimal, for example if a value was changed and changed back, or
  /// an object was moved away and back.
  ///
  /// - Parameters:
  ///   - old: the list before these changes.
  ///   - new: the list after them.
  /// - Complexity: O(rows). Each identifier is hashed once.
  /// - Throws: ``SectionedChangeError`` with the reason `duplicateSections` or `duplicateItems` if a list contains an
  ///   identifier twice, naming it.
  public func minimized(
    old: SectionedSnapshot<SectionID, ItemID>, new: SectionedSnapshot<SectionID, ItemID>
  ) throws -> Self {
    var sectionKeys: [SectionID: Set<String>] = [:]
    for (index, keys) in sections.keysByNewPlace where index < new.numberOfSections {
      sectionKeys[new.sections[index].id] = keys
    }
    var itemKeys: [ItemID: Set<String>] = [:]
    for (place, keys) in items.keysByNewPlace where place.section < new.numberOfSections {
      guard place.item < new.numberOfItems(inSection: place.section) else { continue }
      itemKeys[new[place].id] = keys
    }
    let renamed = !sections.renamed.isEmpty || !items.renamed.isEmpty
    var result = try Self(
      from: renamed ? old.renamed(by: self, in: new) : old, to: new, sectionKeys: { sectionKeys[$0] },
      itemKeys: { itemKeys[$0] })
    result.sections.renamed = sections.renamed
    result.items.renamed = items.renamed
    return result
  }
}

extension ListChanges {
  /// The new places and the keys of moved and updated elements, unless the keys are unknown.
  fileprivate var keysByNewPlace: [(place: Place, keys: Set<String>)] {
    moved.compactMap { move in move.keys.map { (move.to, $0) } }
      + updated.compactMap { update in update.keys.map { (update.new, $0) } }
  }
}

extension SectionedSnapshot {
  /// This list with the new identifiers of renamed elements. Their revisions are set so that they count as changed.
  fileprivate func renamed(by changes: SectionedChangeSet<SectionID, ItemID>, in new: Self) -> Self {
    let sectionNames = Dictionary(changes.sections.renamed.map { ($0.old, $0.new) }) { first, _ in first }
    let itemNames = Dictionary(changes.items.renamed.map { ($0.old, $0.new) }) { first, _ in first }
    var revisions: [ItemID: Int] = [:]
    let named = Set(itemNames.values)
    for section in new.sections {
      for item in section.items where named.contains(item.id) { revisions[item.id] = item.revision }
    }
    let sectionRevisions = Dictionary(new.sections.map { ($0.id, $0.element.revision) }) { first, _ in first }
    return SectionedSnapshot(
      sections: sections.map { section in
        var section = section
        if let id = sectionNames[section.id] {
          section.element = ListElement(id, revision: (sectionRevisions[id] ?? 0) &+ 1)
        }
        section.items = ChunkedArray(
          section.items.map { item in
            itemNames[item.id].map { ListElement($0, revision: (revisions[$0] ?? 0) &+ 1) } ?? item
          })
        return section
      })
  }
}
