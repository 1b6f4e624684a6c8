import SectionedTerminal

/// The widths of a list's columns, beginning with the title's. Each column has a share of the screen. A column with
/// wider texts also gets width that other columns do not need.
///
/// The texts are the headings and those of all rows that have been drawn. Rows that are no longer visible count, too,
/// so that columns do not change while the user scrolls.
struct ColumnWidths {
  /// The number of characters of a text that are measured at most. No screen is wider.
  private static let measured = 300

  /// The width of the widest text of each column.
  private var widest: [Int]

  init(headings: [String]) { widest = headings.map { TerminalText.width(of: $0) } }

  /// Adds the texts of a row that is drawn.
  ///
  /// - Complexity: O(columns) if no text is wider than the widest so far.
  mutating func add(_ texts: [String]) {
    // A character never takes more columns than bytes, so a text with fewer bytes needs no measurement.
    for (index, text) in zip(widest.indices, texts) where text.utf8.count > widest[index] {
      widest[index] = max(widest[index], TerminalText.width(of: String(text.prefix(Self.measured))))
    }
  }

  /// Returns the widths of the first columns. With one space between two columns they fill the room.
  func fitted(_ count: Int, to room: Int) -> [Int] {
    var widths = Self.shares(count, of: room)
    let needs = zip(widest, widths).map { $0 - $1 }
    var (wanted, spare) = (needs.reduce(0) { $0 + max($1, 0) }, needs.reduce(0) { $0 - min($1, 0) })
    // Columns with too little width share the width that other columns do not need, in proportion to their needs. Each
    // of these gives in proportion to its spare width.
    var taken = min(wanted, spare)
    var given = taken
    for (index, need) in needs.enumerated() {
      if need > 0 {
        let part = taken * need / wanted
        widths[index] += part
        (taken, wanted) = (taken - part, wanted - need)
      } else if need < 0 {
        let part = given * -need / spare
        widths[index] -= part
        (given, spare) = (given - part, spare + need)
      }
    }
    return widths
  }

  /// Returns each column's share of the room. The title's is twice as large as another column's, after a least width
  /// for each.
  private static func shares(_ count: Int, of room: Int) -> [Int] {
    var widths = (0..<count).map { $0 == 0 ? 10 : 6 }
    var (rest, weight) = (max(0, room - widths.reduce(0, +) - (count - 1)), count + 1)
    for index in widths.indices {
      let part = rest * (index == 0 ? 2 : 1) / weight
      widths[index] += part
      rest -= part
      weight -= index == 0 ? 2 : 1
    }
    return widths
  }
}

/// The columns that a list's rows read when they are drawn, and their widths.
@MainActor
final class ShownColumns {
  /// The columns of the items. Setting them resets the widths to those of the headings, because another list is shown.
  var paths: [EntityKeyPath] { didSet { widths = ColumnWidths(headings: headings) } }
  /// The columns of the sections; nil if sections are not objects.
  var ofSections: ValueColumns?
  var widths: ColumnWidths
  private let title: String

  /// - Parameters:
  ///   - paths: the columns of the items besides the title.
  ///   - ofSections: the columns of the sections; nil if sections are not objects.
  ///   - title: the heading of the titles.
  init(_ paths: [EntityKeyPath], _ ofSections: ValueColumns?, title: String) {
    (self.paths, self.ofSections, self.title) = (paths, ofSections, title)
    widths = ColumnWidths(headings: [title] + paths.map(\.text))
  }

  /// The headings, beginning with the title's.
  var headings: [String] { [title] + paths.map(\.text) }
}
