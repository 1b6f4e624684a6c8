import SectionedChanges
import SectionedTerminal

/// The content of the screen between its first and its last line: a list with a cursor.
@MainActor
protocol BrowsePane: AnyObject {
  /// The title in the first line.
  var title: String { get }
  /// The counts in the first line.
  var summary: String { get }
  /// The headings above the columns; empty if there are none.
  var headings: [String] { get }
  var list: any AnyTerminalList { get }
  /// The text to search for; empty for no search.
  var search: String { get }
  /// Shows only rows that contain a text; all rows if it is empty.
  func search(for text: String) throws
  /// Fits the number and widths of the columns to the width of the screen.
  func layOut(width: Int)
  /// Applies changes that the list does not observe.
  func refresh()
  /// Fetches everything again.
  func fetchAgain() throws
}

extension BrowsePane {
  var headings: [String] { [] }
  func layOut(width: Int) {}
  func refresh() {}
  func fetchAgain() throws { refresh() }

  /// The place of the item at the cursor; nil if the cursor is at a header.
  var place: ItemPlace? { list.cursor?.item }
}
