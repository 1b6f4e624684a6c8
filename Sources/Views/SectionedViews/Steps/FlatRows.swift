import OrderedRows
import SectionedChanges

/// The sections of a list as rows of a view without sections: one row for each item, and optionally one before them for
/// the section.
package struct FlatRows: Hashable, Sendable {
  /// A row.
  package enum Row: Hashable, Sendable {
    /// The row of a section.
    case section(Int)
    /// The row of an item.
    case item(ItemPlace)
  }

  /// The first row of each section; the last element is the number of rows.
  private let starts: [Int]
  /// Whether each section has a row.
  package let hasSectionRows: Bool

  /// Makes the rows of a list.
  ///
  /// - Parameters:
  ///   - counts: the number of items of each section.
  ///   - hasSectionRows: whether each section has a row.
  /// - Complexity: O(sections).
  package init(_ counts: [Int], hasSectionRows: Bool) {
    self.hasSectionRows = hasSectionRows
    var starts = [0]
    starts.reserveCapacity(counts.count + 1)
    for count in counts { starts.append(starts[starts.count - 1] + count + (hasSectionRows ? 1 : 0)) }
    self.starts = starts
  }

  private var header: Int { hasSectionRows ? 1 : 0 }
  /// The number of rows.
  package var count: Int { starts[starts.count - 1] }
  /// The number of sections.
  package var numberOfSections: Int { starts.count - 1 }

  /// The number of items of a section.
  package func numberOfItems(inSection section: Int) -> Int { starts[section + 1] - starts[section] - header }

  /// All rows of a section.
  package func rows(ofSection section: Int) -> Range<Int> { starts[section]..<starts[section + 1] }

  /// The row of an item; nil if the list has no such place.
  package func row(of place: ItemPlace) -> Int? {
    guard place.section >= 0, place.section < numberOfSections, place.item >= 0,
      place.item < numberOfItems(inSection: place.section)
    else { return nil }
    return itemRow(place)
  }

  /// The row of an existing item, or of the end of an existing section.
  package func itemRow(_ place: ItemPlace) -> Int { starts[place.section] + header + place.item }

  /// The row of a section; nil if it has none.
  package func row(ofSection section: Int) -> Int? {
    hasSectionRows && section >= 0 && section < numberOfSections ? starts[section] : nil
  }

  /// The section or the item of a row; nil if there is no such row.
  ///
  /// - Complexity: O(log sections).
  package func row(at index: Int) -> Row? {
    guard index >= 0, index < count else { return nil }
    let section = starts.partitionPoint { $0 > index } - 1
    let item = index - starts[section] - header
    return item < 0 ? .section(section) : .item(ItemPlace(section: section, item: item))
  }

  /// The place for an item that is inserted in the gap above a row: the place of that row's item or, above the row of a
  /// section and after the last row, the end of the section before. Nil if there is no section before. Without section
  /// rows, the first gap is then the beginning of the first section.
  package func place(ofGapAbove index: Int) -> ItemPlace? {
    guard index >= 0, index <= count, numberOfSections > 0 else { return nil }
    if case .item(let place)? = row(at: index) { return place }
    let section = starts.partitionPoint { $0 >= index } - 1
    guard section >= 0 else { return index == 0 && !hasSectionRows ? ItemPlace(section: 0, item: 0) : nil }
    return ItemPlace(section: section, item: numberOfItems(inSection: section))
  }
}
