import OrderedRows
import SectionedChanges

/// The number of items before each section of a list: leads from the places of items to their numbers in the whole list,
/// and back.
struct SectionStarts: Sendable {
  /// The number of items before each section, and at last that of all.
  private let starts: ContiguousArray<Int>

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

  /// The number of items.
  var total: Int { starts[starts.count - 1] }

  /// The numbers of the items of a section.
  func rows(ofSection section: Int) -> Range<Int> { starts[section]..<starts[section + 1] }

  /// The number of an item; nil where there is none at the place.
  func row(at place: ItemPlace) -> Int? {
    guard place.section >= 0, place.section < starts.count - 1, place.item >= 0 else { return nil }
    let row = starts[place.section] + place.item
    return row < starts[place.section + 1] ? row : nil
  }

  /// The place of an item by its number, which must exist.
  ///
  /// - Complexity: O(log sections).
  func place(ofRow row: Int) -> ItemPlace {
    let section = starts.partitionPoint { $0 > row } - 1
    return ItemPlace(section: section, item: row - starts[section])
  }
}
