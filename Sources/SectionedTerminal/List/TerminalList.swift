import SectionedChanges
import SectionedDataSources
import SectionedViews

/// Shows a source in a part of a terminal: rows under headers that stay at the top and can be folded, a cursor, marks.
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
/// The list is drawn when the program calls for it, and asks only for visible rows. The cursor, the folds and the
/// scroll position follow their sections and items.
@MainActor
public final class TerminalList<Source: SectionedDataSource> {
  typealias Update = ListPresenter<Source>.Update

  /// The presenter of the source: its hooks, its limits, and the list that is shown. Moves of the user go through
  /// ``userMoves(from:to:)``.
  public let presenter: ListPresenter<Source>
  /// Makes the row of an item. Called for visible items.
  public var row: (Source.Item, ItemPlace) -> TerminalRow
  /// Makes the header of a section. Called for visible sections.
  public var header: (Source.Section, Int) -> TerminalHeader
  /// The title of a section to jump by; nil where it has none.
  public var indexTitle: ((Source.Section) -> String?)?
  /// The columns of the rows.
  public var columns: [TerminalColumn] = [TerminalColumn()]
  /// The styles and options of the list.
  public var style = TerminalListStyle() { didSet { linesChanged() } }
  /// The part of the screen that the list has.
  public var frame = TerminalFrame(rows: 24, columns: 80) {
    didSet { if frame.size.rows != oldValue.size.rows { frameChanged() } }
  }
  /// Called when there is something new to draw: most programs call ``TerminalScreen/wake()``.
  public var onChange: (() -> Void)?
  /// Called with the error of a move that a key has asked for.
  public var moveFailed: ((any Error) -> Void)?
  /// The calls by which the list has its content loaded, and shows more items of a section. Enter and a double click on
  /// a row that asks for something are such a call, and are not reported as ``TerminalListReply/chosen(_:)``.
  public var loading = ListLoading() { didSet { loading.begin?() } }
  /// Whether the list can be seen; otherwise it is reloaded and updates are not carried out one by one.
  public var isOnScreen = true
  /// The item that is being edited, set by the program. It follows the item.
  public var editedItem: ItemPlace?

  /// The first line that is visible.
  var top = 0
  /// The line of the cursor, which is never folded away.
  var cursorLine: TerminalCursor?
  var foldedSections = FoldedSections<ListedID<Source.SectionID>>()
  var marks = TerminalMarks<Source.SectionID, Source.ItemID>() {
    didSet { hasMarks = !marks.isEmpty }
  }
  /// Whether something is marked.
  public private(set) var hasMarks = false
  /// A line of spaces, as wide as the frame was last.
  var blank = ""
  /// The layout, made when it is needed; nil when sections, counts or folds may have changed.
  private var knownLayout: TerminalLayout?
  /// The cursor before the update that is shown, and the first header if no item is visible.
  var before: (cursor: TerminalCursor?, header: Int?) = (nil, nil)
  /// Whether an update is being shown: places are of the old list until its end.
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
    // A million sections are asked for their counts alone.
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
