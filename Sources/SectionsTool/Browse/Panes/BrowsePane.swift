import SectionedChanges
import SectionedTerminal

/// The content of the screen between its first and its last line: a list with a cursor.
@MainActor
protocol BrowsePane: AnyObject {
  /// The title in the first line.
  var title: String { get }
  /// The counts in the first line.
  var summary: String { get }
  /// The headings above the columns; empty for none.
  var headings: [String] { get }
  var list: any AnyTerminalList { get }
  /// The text that is searched for; empty for no search.
  var search: String { get }
  /// Shows only what has a text in it; everything for an empty one.
  func search(for text: String) throws
  /// Sets as many columns as there is room for.
  func layOut(width: Int)
  /// Takes over changes that the list does not observe.
  func refresh()
  /// Fetches everything again.
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
