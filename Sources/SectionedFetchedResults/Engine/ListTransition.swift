import SectionedChanges

/// The step from one shown list to the next: what may have changed, with both places.
package struct ListTransition<Token: RowToken> {
  package struct Section: Sendable {
    package var slot: Int32
    package var old: Int?
    package var new: Int?
    package var isRevised: Bool
    package var keys: Set<String>?
  }

  package struct Item: Sendable {
    package var token: Token
    package var old: ItemPlace?
    package var new: ItemPlace?
    package var isRevised: Bool
    package var keys: Set<String>?
  }

  package let old: ListVersion<Token>
  package let new: ListVersion<Token>
  package internal(set) var sections: [Section] = []
  package internal(set) var items: [Item] = []

  /// The least change set that explains the step.
  ///
  /// - Complexity: O(touched · log touched).
  /// - Throws: `SectionedChangeError` when what was touched does not explain the counts.
  package func changes<SectionID, ItemID>(
    sectionID: (Int32) -> SectionID, itemID: (Token) -> ItemID
  ) throws -> SectionedChangeSet<SectionID, ItemID> {
    if let changes: SectionedChangeSet<SectionID, ItemID> = changesOfOne(itemID: itemID) { return changes }
    var builder = ChangeSetBuilder<SectionID, ItemID>()
    for section in sections {
      builder.touchSection(
        sectionID(section.slot), old: section.old, new: section.new, isRevised: section.isRevised, keys: section.keys)
    }
    for item in items {
      builder.touchItem(itemID(item.token), old: item.old, new: item.new, isRevised: item.isRevised, keys: item.keys)
    }
    return try builder.changeSet(old: old.counts, new: new.counts)
  }

  /// The change set when one item was touched and no section.
  ///
  /// - Returns: nil when an item that was not touched may be the one to move, or when the counts show more changes.
  private func changesOfOne<SectionID, ItemID>(
    itemID: (Token) -> ItemID
  ) -> SectionedChangeSet<SectionID, ItemID>? {
    guard sections.isEmpty, items.count == 1, old.sectionCount == new.sectionCount else { return nil }
    let item = items[0]
    let staysInSection = item.old?.section == item.new?.section
    guard explains(item, section: item.new?.section), staysInSection || explains(item, section: item.old?.section)
    else { return nil }
    var changes = SectionedChangeSet<SectionID, ItemID>()
    switch (item.old, item.new) {
    case (let place?, nil): changes.items.deleted = [PlacedID(place, itemID(item.token))]
    case (nil, let place?): changes.items.inserted = [PlacedID(place, itemID(item.token))]
    case (let from?, let to?) where from != to:
      if from.section == to.section, !item.isRevised, abs(from.item - to.item) == 1 { return nil }
      changes.items.moved = [ListMove(from: from, to: to, keys: item.isRevised ? item.keys : [])]
    case (let place?, _?):
      if item.isRevised { changes.items.updated = [ListUpdate(old: place, new: place, keys: item.keys)] }
    case (nil, nil): break
    }
    return changes
  }

  /// Whether an item alone explains the counts of a section.
  private func explains(_ item: Item, section: Int?) -> Bool {
    guard let section else { return true }
    let (before, after) = (old.itemCount(at: section), new.itemCount(at: section))
    let left = item.old.flatMap { $0.section == section ? $0.item : nil }
    let came = item.new.flatMap { $0.section == section ? $0.item : nil }
    return left ?? 0 < before + (left == nil ? 1 : 0) && came ?? 0 < after + (came == nil ? 1 : 0)
      && before - (left == nil ? 0 : 1) == after - (came == nil ? 0 : 1)
  }
}
