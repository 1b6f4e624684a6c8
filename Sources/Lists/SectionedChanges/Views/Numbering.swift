/// Assigns numbers to identifiers, so that a ``ViewOracle`` can show lists with any identifiers.
package struct Numbering<SectionID: Hashable & Sendable, ItemID: Hashable & Sendable> {
  private var sections: [SectionID: Int] = [:]
  private var items: [ItemID: Int] = [:]

  /// Creates a numbering without assigned numbers.
  package init() {}

  /// Returns the list with numbers as identifiers. An identifier has the same number in all lists.
  package mutating func list(_ list: SectionedSnapshot<SectionID, ItemID>) -> SectionedSnapshot<Int, Int> {
    var result: [SectionedSnapshot<Int, Int>.Section] = []
    for section in list.sections {
      let rows = section.items.map { ListElement(number(of: $0.id), revision: $0.revision) }
      let element = ListElement(number(ofSection: section.id), revision: section.element.revision)
      result.append(.init(element, items: ChunkedArray(rows)))
    }
    return SectionedSnapshot(sections: result)
  }

  /// Returns the changes with numbers as identifiers.
  package mutating func changes(_ changes: SectionedChangeSet<SectionID, ItemID>) -> SectionedChangeSet<Int, Int> {
    var result = SectionedChangeSet<Int, Int>()
    result.sections.deleted = changes.sections.deleted.map { PlacedID($0.place, number(ofSection: $0.id)) }
    result.sections.inserted = changes.sections.inserted.map { PlacedID($0.place, number(ofSection: $0.id)) }
    result.sections.moved = changes.sections.moved
    result.sections.updated = changes.sections.updated
    result.items.deleted = changes.items.deleted.map { PlacedID($0.place, number(of: $0.id)) }
    result.items.inserted = changes.items.inserted.map { PlacedID($0.place, number(of: $0.id)) }
    result.items.moved = changes.items.moved
    result.items.updated = changes.items.updated
    result.itemsTaken = changes.itemsTaken.map { PlacedID($0.place, number(of: $0.id)) }
    result.itemsBrought = changes.itemsBrought.map { PlacedID($0.place, number(of: $0.id)) }
    return result
  }

  private mutating func number(ofSection id: SectionID) -> Int {
    if let number = sections[id] { return number }
    sections[id] = sections.count
    return sections.count - 1
  }

  private mutating func number(of id: ItemID) -> Int {
    if let number = items[id] { return number }
    items[id] = items.count
    return items.count - 1
  }
}
