import OrderedRows
import SectionedChanges

/// The number of items before each section of a list. It converts the places of items to their indices in the whole
/// list (rows), and back.
struct SectionStarts: Sendable {
  /// The number of items before each section, followed by the number of all items.
  private let starts: ContiguousArray<Int>

  /// Counts the items of a list.
  ///
  /// - Complexity: O(sections).
  init<SectionID, ItemID>(_ list: SectionedSnapshot<SectionID, ItemID>) {
    var starts: ContiguousArray<Int> = [0]
    var count = 0
    for section in list.sections {
      count += section.items.count
      starts.append(count)
    }
    self.starts = starts
  }

  /// The number of all items.
  var total: Int { starts[starts.count - 1] }

  /// The rows of the items of a section.
  func rows(ofSection section: Int) -> Range<Int> { starts[section]..<starts[section + 1] }

  /// The row of an item; nil if there is no item at the place.
  func row(at place: ItemPlace) -> Int? {
    guard place.section >= 0, place.section < starts.count - 1, place.item >= 0 else { return nil }
    let row = starts[place.section] + place.item
    return row < starts[place.section + 1] ? row : nil
  }

  /// The place of a row, which must exist.
  ///
  /// - Complexity: O(log sections).
  func place(ofRow row: Int) -> ItemPlace {
    let section = starts.partitionPoint { $0 > row } - 1
    return ItemPlace(section: section, item: row - starts[section])
  }
}
