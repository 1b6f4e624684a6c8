import SectionedChanges

/// The step from one shown list to the next: what may have changed, with both places.
package struct ListTransition<Token: RowToken>: Sendable {
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
}
