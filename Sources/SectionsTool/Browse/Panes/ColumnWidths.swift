import SectionedTerminal

/// The widths of a list's columns, the title's first. Each has a share of the screen. A column with wider texts also
/// gets the width that the rest does not need.
///
/// The texts are the headings and those of the rows that were drawn. Rows that are no longer on the screen count, too,
/// so that columns stand still while a person moves through the list.
struct ColumnWidths {
  /// The greatest number of characters of a text that are measured: a screen is not wider.
  private static let measured = 300

  /// The width of the widest text of each column.
  private var widest: [Int]

  init(headings: [String]) { widest = headings.map { TerminalText.width(of: $0) } }

  /// Takes the texts of a row that is drawn.
  ///
  /// - Complexity: O(columns) where no text is wider than the ones before.
  mutating func add(_ texts: [String]) {
    // No character takes more columns than bytes.
    for (index, text) in zip(widest.indices, texts) where text.utf8.count > widest[index] {
      widest[index] = max(widest[index], TerminalText.width(of: String(text.prefix(Self.measured))))
    }
  }

  /// The widths of the first columns, which together with one space between two are as wide as the room.
  func fitted(_ count: Int, to room: Int) -> [Int] {
    var widths = Self.shares(count, of: room)
    let needs = zip(widest, widths).map { $0 - $1 }
    var (wanted, spare) = (needs.reduce(0) { $0 + max($1, 0) }, needs.reduce(0) { $0 - min($1, 0) })
    // Taken and given in proportion to what each column lacks and has.
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

  /// Shares of the room: the title's is twice as large as another one's, but for a least width of each.
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

/// The columns of a list, which its rows ask for when they are drawn, and their widths.
@MainActor
final class ShownColumns {
  /// Setting them begins with the widths of the headings: another list is shown.
  var paths: [EntityKeyPath] { didSet { widths = ColumnWidths(headings: headings) } }
  /// Nil where sections are not objects.
  var ofSections: ValueColumns?
  var widths: ColumnWidths
  private let title: String

  /// - Parameter title: the heading of the titles.
  init(_ paths: [EntityKeyPath], _ ofSections: ValueColumns?, title: String) {
    (self.paths, self.ofSections, self.title) = (paths, ofSections, title)
    widths = ColumnWidths(headings: [title] + paths.map(\.text))
  }

  /// The headings, the title's first.
  var headings: [String] { [title] + paths.map(\.text) }
}
