import OrderedRows
import SectionedChanges

/// The step from one shown list to the next: the elements that may have changed, with their old and new places.
package struct ListTransition<Token: RowToken> {
  package let old: ListVersion<Token>
  package internal(set) var new: ListVersion<Token>
  /// The sections by slot, with their indices in the shown lists.
  package internal(set) var sections = ElementChanges<Int32, Int>()
  package internal(set) var items = EditedElements<Token>()

  /// The least change set that explains the step.
  ///
  /// - Parameters:
  ///   - sectionID: names the section of a slot.
  ///   - oldName: names an item that is not in the new list.
  ///   - newName: names an item that is not in the old list.
  /// - Complexity: O(touched · log touched).
  /// - Throws: `SectionedChangeError` when the recorded elements do not explain the counts of both lists.
  package func changes<SectionID, Name>(
    sectionID: (Int32) -> SectionID, oldName: (Token) -> Name, newName: (Token) -> Name
  ) throws -> SectionedChangeSet<SectionID, Name> {
    if let changes: SectionedChangeSet<SectionID, Name> = changesOfOne(oldName, newName) { return changes }
    var edited = EditedElements<SectionID>()
    for section in sections {
      edited.append(
        sectionID(section.name), old: section.old.map { ItemPlace(section: 0, item: $0) },
        new: section.new.map { ItemPlace(section: 0, item: $0) }, isRevised: section.isRevised, keys: section.keys)
    }
    return try ChangeSetBuilder(sections: edited, items: items).changeSet(
      old: old.counts, new: new.counts, naming: oldName, newName)
  }

  /// The change set when one item was recorded and no section.
  ///
  /// - Returns: nil when another item may be the one to move, or when the counts show more changes.
  private func changesOfOne<SectionID, Name>(
    _ oldName: (Token) -> Name, _ newName: (Token) -> Name
  ) -> SectionedChangeSet<SectionID, Name>? {
    guard sections.isEmpty, items.count == 1, let token = items.names[0], old.sectionCount == new.sectionCount
    else { return nil }
    let item = items.elements[0]
    let staysInSection = item.old?.section == item.new?.section
    guard explains(item, section: item.new?.section), staysInSection || explains(item, section: item.old?.section)
    else { return nil }
    var changes = SectionedChangeSet<SectionID, Name>()
    switch (item.old, item.new) {
    case (let place?, nil): changes.items.deleted = [PlacedID(place, oldName(token))]
    case (nil, let place?): changes.items.inserted = [PlacedID(place, newName(token))]
    case (let from?, let to?) where from != to:
      if from.section == to.section, !item.isRevised, abs(from.item - to.item) == 1 { return nil }
      changes.items.moved = [ListMove(from: from, to: to, keys: item.keys)]
    case (let place?, _?):
      if item.isRevised { changes.items.updated = [ListUpdate(old: place, new: place, keys: item.keys)] }
    case (nil, nil): break
    }
    return changes
  }

  /// Whether the change of one item alone explains how a section's count changed.
  private func explains(_ item: ElementChange<ItemPlace>, section: Int?) -> Bool {
    guard let section else { return true }
    let (before, after) = (old.itemCount(at: section), new.itemCount(at: section))
    let left = item.old.flatMap { $0.section == section ? $0.item : nil }
    let came = item.new.flatMap { $0.section == section ? $0.item : nil }
    return left ?? 0 < before + (left == nil ? 1 : 0) && came ?? 0 < after + (came == nil ? 1 : 0)
      && before - (left == nil ? 0 : 1) == after - (came == nil ? 0 : 1)
  }
}
