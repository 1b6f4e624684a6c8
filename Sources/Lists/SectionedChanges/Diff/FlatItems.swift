import OrderedRows

/// The items of all sections in one array.
@usableFromInline
struct FlatItems<ItemID: Hashable & Sendable> {
  @usableFromInline var ids: [ItemID] = []
  @usableFromInline var revisions: [Int] = []
  /// The range of each section's items.
  @usableFromInline var sections: [Range<Int>] = []

  @inlinable
  init<SectionID>(_ snapshot: SectionedSnapshot<SectionID, ItemID>) {
    let count = snapshot.numberOfItems
    ids.reserveCapacity(count)
    revisions.reserveCapacity(count)
    sections.reserveCapacity(snapshot.numberOfSections)
    for section in snapshot.sections {
      let start = ids.count
      for element in section.items {
        ids.append(element.id)
        revisions.append(element.revision)
      }
      sections.append(start..<ids.count)
    }
  }

  /// The place of the item at an index of the array. Complexity: O(log sections).
  @usableFromInline
  func place(at index: Int) -> ItemPlace {
    let section = sections.partitionPoint { $0.upperBound > index }
    return ItemPlace(section: section, item: index - sections[section].lowerBound)
  }
}
