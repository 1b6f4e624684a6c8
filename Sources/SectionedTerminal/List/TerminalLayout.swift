import OrderedRows
import SectionedChanges

/// Which line of a list is what: a header, an item, or what says that a section is empty.
///
/// It has the first line of each section, and nothing of an item.
struct TerminalLayout {
  enum Line: Hashable {
    case header(Int)
    case item(ItemPlace)
    case empty(Int)
  }

  /// Ascending; the last one is the number of lines.
  private var starts: [Int] = [0]
  private var counts: [Int] = []
  private let headerLines: Int

  /// - Parameter visibleItems: how many items of a section are not folded away; nil where the section is empty and a line
  ///   says so.
  /// - Complexity: O(sections).
  init(sections: Int, showsHeaders: Bool, visibleItems: (Int) -> Int?) {
    headerLines = showsHeaders ? 1 : 0
    starts.reserveCapacity(sections + 1)
    counts.reserveCapacity(sections)
    for section in 0..<sections {
      let items = visibleItems(section)
      counts.append(items ?? 0)
      starts.append((starts.last ?? 0) + headerLines + (items ?? 1))
    }
  }

  var numberOfLines: Int { starts.last ?? 0 }
  var numberOfSections: Int { counts.count }

  /// What stands on a line; nil where the list has none.
  ///
  /// - Complexity: O(log sections).
  func line(at index: Int) -> Line? {
    guard index >= 0, index < numberOfLines else { return nil }
    let section = starts.partitionPoint { $0 > index } - 1
    let item = index - starts[section] - headerLines
    if item < 0 { return .header(section) }
    return item < counts[section] ? .item(ItemPlace(section: section, item: item)) : .empty(section)
  }

  /// The line of an item; nil where it is folded away, or not in the list.
  func line(of place: ItemPlace) -> Int? {
    guard counts.indices.contains(place.section), place.item >= 0, place.item < counts[place.section] else {
      return nil
    }
    return starts[place.section] + headerLines + place.item
  }

  /// The line of a header; nil where there is none.
  func line(ofHeader section: Int) -> Int? {
    headerLines > 0 && counts.indices.contains(section) ? starts[section] : nil
  }

  /// The line where a section begins, or where it would.
  func start(of section: Int) -> Int { starts[max(0, min(section, starts.count - 1))] }

  func line(of cursor: TerminalCursor) -> Int? {
    switch cursor {
    case .header(let section): line(ofHeader: section)
    case .item(let place): line(of: place)
    }
  }

  /// Where a cursor on a line stands: what says that a section is empty belongs to its header.
  func cursor(at index: Int) -> TerminalCursor? {
    switch line(at: index) {
    case .header(let section), .empty(let section): .header(section)
    case .item(let place): .item(place)
    case nil: nil
    }
  }
}
