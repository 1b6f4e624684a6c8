import OrderedRows
import SectionedChanges

/// The lines of a list: headers, items, and a line for each empty section that says so.
///
/// It stores four bytes for each section, the number of its first line, because there may be a million sections. It
/// stores nothing for items.
struct TerminalLayout {
  enum Line: Hashable {
    case header(Int)
    case item(ItemPlace)
    case empty(Int)
  }

  /// The first line of each section, ascending, followed by the number of lines.
  private var starts: ContiguousArray<Int32> = [0]
  /// A bit for each section, set if a line says that it is empty; no bits if there is no such section.
  private var saysEmpty: ContiguousArray<UInt64> = []
  private let headerLines: Int

  /// - Parameter visibleItems: returns the number of items of a section that are not folded away; nil if the section is
  ///   empty and a line says so.
  /// - Complexity: O(sections).
  init(sections: Int, showsHeaders: Bool, visibleItems: (Int) -> Int?) {
    headerLines = showsHeaders ? 1 : 0
    starts.reserveCapacity(sections + 1)
    var line: Int32 = 0
    for section in 0..<sections {
      let items = visibleItems(section)
      if items == nil { noteEmpty(section, of: sections) }
      line += Int32(headerLines + (items ?? 1))
      starts.append(line)
    }
  }

  private mutating func noteEmpty(_ section: Int, of sections: Int) {
    if saysEmpty.isEmpty { saysEmpty = ContiguousArray(repeating: 0, count: sections / 64 + 1) }
    saysEmpty[section / 64] |= 1 << UInt64(section % 64)
  }

  var numberOfLines: Int { start(at: numberOfSections) }
  var numberOfSections: Int { starts.count - 1 }

  private func start(at section: Int) -> Int { Int(starts[section]) }

  /// The number of items of a section that are not folded away.
  private func count(_ section: Int) -> Int {
    let lines = start(at: section + 1) - start(at: section) - headerLines
    if saysEmpty.isEmpty { return lines }
    return saysEmpty[section / 64] & 1 << UInt64(section % 64) == 0 ? lines : 0
  }

  private func holds(_ section: Int) -> Bool { section >= 0 && section < numberOfSections }

  /// The content of a line; nil if the list has no such line.
  ///
  /// - Complexity: O(log sections).
  func line(at index: Int) -> Line? {
    guard index >= 0, index < numberOfLines else { return nil }
    let section = starts.partitionPoint { Int($0) > index } - 1
    let item = index - start(at: section) - headerLines
    if item < 0 { return .header(section) }
    return item < count(section) ? .item(ItemPlace(section: section, item: item)) : .empty(section)
  }

  /// The line of an item; nil if the item is folded away or not in the list.
  func line(of place: ItemPlace) -> Int? {
    guard holds(place.section), place.item >= 0, place.item < count(place.section) else { return nil }
    return start(at: place.section) + headerLines + place.item
  }

  /// The line of a header; nil if there is none.
  func line(ofHeader section: Int) -> Int? {
    headerLines > 0 && holds(section) ? start(at: section) : nil
  }

  /// The first line of a section. For a section after the last one, it is the number of lines.
  func start(of section: Int) -> Int { start(at: max(0, min(section, numberOfSections))) }

  func line(of cursor: TerminalCursor) -> Int? {
    switch cursor {
    case .header(let section): line(ofHeader: section)
    case .item(let place): line(of: place)
    }
  }

  /// The cursor on a line. The line of an empty section belongs to its header.
  func cursor(at index: Int) -> TerminalCursor? {
    switch line(at: index) {
    case .header(let section), .empty(let section): .header(section)
    case .item(let place): .item(place)
    case nil: nil
    }
  }
}
