import Foundation
import SectionedChanges
import SectionedDataSources
import SectionedTerminal
import SectionedViews

/// A row of a menu, of an object's details, or of the help.
struct PaneRow: Identifiable, Equatable {
  let id: String
  let texts: [String]
  var style = TerminalStyle.plain

  /// Whether one of the row's texts contains a text, ignoring case and diacritics.
  func has(_ text: String) -> Bool {
    text.isEmpty || texts.contains { $0.range(of: text, options: [.caseInsensitive, .diacriticInsensitive]) != nil }
  }
}

/// A section of pane rows.
struct PaneSection: Identifiable, Equatable {
  let id: String
  var rows: [PaneRow]
}

/// A list of rows that a closure makes. When it makes them again, the differences are marked.
@MainActor
class RowsPane: BrowsePane {
  private struct Header: Identifiable, Equatable { let id: String }

  private let name: String
  private var lineCount = ""
  let headings: [String]
  let list: any AnyTerminalList
  private let source: MemoryList<Header, PaneRow>
  private let make: () -> [PaneSection]
  private let revision: () -> Int?
  /// The revision at which the rows were made.
  private var shown: Int?
  private let item: (ItemPlace) -> PaneRow?
  /// All rows, including those that the search hides.
  private var made: [PaneSection]
  /// The text that shown rows contain; empty to show all rows.
  private(set) var search = ""

  /// - Parameters:
  ///   - title: the title.
  ///   - headings: the headings above the columns.
  ///   - columns: the columns.
  ///   - revision: returns the revision of the data in the rows. ``refresh()`` makes the rows again if it has changed,
  ///     or if it is nil.
  ///   - make: makes the rows.
  init(
    _ title: String, headings: [String] = [], columns: [TerminalColumn], revision: @escaping () -> Int? = { nil },
    _ make: @escaping () -> [PaneSection]
  ) {
    (name, self.headings, self.make, self.revision) = (title, headings, make, revision)
    shown = revision()
    let sections = make()
    made = sections
    source = MemoryList(Self.content(sections))
    let list = TerminalList(source, header: { header, _ in TerminalHeader(header.id, detail: "") }) { row, _ in
      TerminalRow(row.texts, style: row.style)
    }
    list.columns = columns
    list.style.showsHeaders = sections.count > 1
    list.indexTitle = { $0.id }
    item = { list.presenter.item(at: $0) }
    self.list = list
    summarize(sections)
  }

  var title: String { name }
  var summary: String { lineCount }

  /// The row at the cursor; nil if there is none.
  var row: PaneRow? { place.flatMap(item) }

  func layOut(width: Int) {}

  /// Handles a row that the user has chosen.
  func choose(_ row: PaneRow) {}

  func refresh() {
    let now = revision()
    if now == nil || now != shown { fetchAgain() }
  }

  func fetchAgain() {
    shown = revision()
    made = make()
    showWhatIsWanted()
  }

  func search(for text: String) {
    guard text != search else { return }
    search = text
    showWhatIsWanted()
    // Do not mark rows that appear because of the search.
    list.clearMarks()
  }

  private func showWhatIsWanted() {
    var sections = made
    if !search.isEmpty {
      sections = made.map { PaneSection(id: $0.id, rows: $0.rows.filter { $0.has(search) }) }
        .filter { !$0.rows.isEmpty }
    }
    source.set(Self.content(sections))
    summarize(sections)
  }

  private func summarize(_ sections: [PaneSection]) {
    lineCount = ListTotals.count(sections.reduce(0) { $0 + $1.rows.count }, "line")
  }

  private static func content(_ sections: [PaneSection]) -> [SectionContent<Header, PaneRow>] {
    sections.map { SectionContent(Header(id: $0.id), items: $0.rows) }
  }
}

/// A menu of rows. The user chooses one of them.
final class MenuPane: RowsPane {
  private let chosen: (String) -> Void

  init(
    _ title: String, columns: [TerminalColumn] = [TerminalColumn(), TerminalColumn(.flexible(weight: 2))],
    revision: @escaping () -> Int? = { nil }, _ make: @escaping () -> [PaneRow],
    choose: @escaping (String) -> Void = { _ in }
  ) {
    chosen = choose
    super.init(title, columns: columns, revision: revision) { [PaneSection(id: title, rows: make())] }
  }

  override func choose(_ row: PaneRow) { chosen(row.id) }
}
