extension SectionedChangeSet {
  /// The least change set between the same two lists, with the keys of this one.
  ///
  /// A change set made by ``combined(with:)`` may say too much: a value set and set back, an object moved away and
  /// back.
  ///
  /// - Complexity: O(rows), hashing each identifier once.
  /// - Throws: ``SectionedChangeError`` when an identifier stands twice in a list, naming it.
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
    return try Self(from: old, to: new, sectionKeys: { sectionKeys[$0] }, itemKeys: { itemKeys[$0] })
  }
}

extension ListChanges {
  /// The new places of what is in both lists and changed, with the keys where they are known.
  fileprivate var keysByNewPlace: [(place: Place, keys: Set<String>)] {
    moved.compactMap { move in move.keys.map { (move.to, $0) } }
      + updated.compactMap { update in update.keys.map { (update.new, $0) } }
  }
}
