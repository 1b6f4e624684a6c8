import SectionedChanges
import SectionedTerminal

/// What fills the screen, but for its first and its last line: a list with a cursor.
@MainActor
protocol BrowsePane: AnyObject {
  /// What it shows, in a few words.
  var title: String { get }
  /// How much it shows.
  var summary: String { get }
  /// What stands above the columns; empty for nothing.
  var headings: [String] { get }
  var list: any AnyTerminalList { get }
  /// Sets as many columns as there is room for.
  func layOut(width: Int)
  /// Takes in what changed elsewhere.
  func refresh()
  /// Reads all again.
  func fetchAgain() throws
}

extension BrowsePane {
  var headings: [String] { [] }
  func layOut(width: Int) {}
  func refresh() {}
  func fetchAgain() throws { refresh() }

  /// The place of the item on which the cursor stands.
  var place: ItemPlace? { list.cursor?.item }
}
