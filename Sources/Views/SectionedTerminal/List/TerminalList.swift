import SectionedChanges
import SectionedDataSources
import SectionedViews

/// Shows a source in a part of a terminal, with a cursor, marks for changes, and foldable headers that stay at the top.
///
/// ```swift
/// let list = TerminalList(books, header: { shelf, _ in TerminalHeader(shelf.name) }) { book, _ in
///   TerminalRow([book.title, book.author])
/// }
/// list.columns = [TerminalColumn(), TerminalColumn(.fixed(20))]
/// list.frame = TerminalFrame(rows: 24, columns: 80)
/// list.draw(on: screen)
/// ```
///
/// The program decides when the list is drawn. Only visible rows are requested. The cursor, the folds and the scroll
/// position follow their sections and items.
@MainActor
public final class TerminalList<Source: SectionedDataSource> {
  typealias Update = ListPresenter<Source>.Update

  /// The presenter of the source, which has hooks, limits and the shown list. Use ``userMoves(from:to:)`` for moves by
  /// the user.
  public let presenter: ListPresenter<Source>
  /// Makes the row of an item. Called for visible items.
  public var row: (Source.Item, ItemPlace) -> TerminalRow
  /// Makes the header of a section. Called for visible sections.
  public var header: (Source.Section, Int) -> TerminalHeader
  /// Returns the title of a section for jumping; nil if it has none.
  public var indexTitle: ((Source.Section) -> String?)?
  /// The columns of the rows.
  public var columns: [TerminalColumn] = [TerminalColumn()]
  /// The styles and options of the list.
  public var style = TerminalListStyle() { didSet { linesChanged() } }
  /// The part of the screen for the list.
  public var frame = TerminalFrame(rows: 24, columns: 80) {
    didSet { if frame.size.rows != oldValue.size.rows { frameChanged() } }
  }
  /// Called when the list should be drawn again. Most programs call ``TerminalScreen/wake()`` here.
  public var onChange: (() -> Void)?
  /// Called with the error of a move that a key requested.
  public var moveFailed: ((any Error) -> Void)?
  /// The calls by which the list has its content loaded, and shows more items of a section. Enter and a double click on
  /// a row that asks for something are such a call, and are not reported as ``TerminalListReply/chosen(_:)``.
  public var loading = ListLoading() { didSet { loading.begin?() } }
  /// Whether the list can be seen; otherwise it is reloaded and updates are not carried out one by one.
  public var isOnScreen = true
  /// The item that is being edited, set by the program. Its place is updated when the item moves.
  public var editedItem: ItemPlace?

  /// The first line that is visible.
  var top = 0
  /// The line of the cursor, which is never folded away.
  var cursorLine: TerminalCursor?
  var foldedSections = FoldedSections<ListedID<Source.SectionID>>()
  var marks = TerminalMarks<Source.SectionID, Source.ItemID>() {
    didSet { hasMarks = !marks.isEmpty }
  }
  /// Whether anything is marked.
  public private(set) var hasMarks = false
  /// A line of spaces, as wide as the frame at the last drawing.
  var blank = ""
  /// The cached layout; nil when sections, counts or folds may have changed.
  private var knownLayout: TerminalLayout?
  /// The cursor before the current update, and the first visible section if no item is visible.
  var before: (cursor: TerminalCursor?, header: Int?) = (nil, nil)
  /// Whether an update is being shown. Until its end, places are those of the old list.
  var isFollowing = false

  /// Shows a source.
  public init(
    _ source: Source, header: @escaping (Source.Section, Int) -> TerminalHeader,
    row: @escaping (Source.Item, ItemPlace) -> TerminalRow
  ) {
    presenter = ListPresenter(source)
    self.row = row
    self.header = header
    presenter.willShow = { [weak self] update, _ in self?.willShow(update) }
    presenter.didShow = { [weak self] update, presentation in self?.didShow(update, presentation) }
    presenter.view = self
  }

  var layout: TerminalLayout {
    if let knownLayout { return knownLayout }
    let saysEmpty = style.showsHeaders && style.emptySectionText != nil
    // Read only the counts here, because there may be a million sections.
    let folds = style.showsHeaders && !foldedSections.isEmpty
    let layout = TerminalLayout(sections: presenter.numberOfSections, showsHeaders: style.showsHeaders) { section in
      if folds, isFolded(section) { return 0 }
      let items = presenter.numberOfItems(inSection: section)
      return items == 0 && saysEmpty ? nil : items
    }
    knownLayout = layout
    return layout
  }

  func forgetLayout() { knownLayout = nil }
}
