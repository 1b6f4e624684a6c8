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
/// The list is drawn when the program asks for it, and asks only for what is visible. The cursor, what is folded and what
/// is visible follow the sections and items that they stand on.
@MainActor
public final class TerminalList<Source: SectionedDataSource> {
  typealias Update = ListPresenter<Source>.Update

  /// What shows the source: hooks, limits, the list that is shown. Moves of the user go through
  /// ``userMoves(from:to:)``.
  public let presenter: ListPresenter<Source>
  /// What an item's row shows. Called for visible items.
  public var row: (Source.Item, ItemPlace) -> TerminalRow
  /// What a section's header shows. Called for visible sections.
  public var header: (Source.Section, Int) -> TerminalHeader
  /// The title of a section to jump by; nil where it has none.
  public var indexTitle: ((Source.Section) -> String?)?
  /// The columns of the rows.
  public var columns: [TerminalColumn] = [TerminalColumn()]
  /// How its parts are drawn.
  public var style = TerminalListStyle() { didSet { linesChanged() } }
  /// Which part of the screen it has.
  public var frame = TerminalFrame(rows: 24, columns: 80) {
    didSet { if frame.size.rows != oldValue.size.rows { frameChanged() } }
  }
  /// Called when there is something else to draw: most programs call ``TerminalScreen/wake()``.
  public var onChange: (() -> Void)?
  /// Whether somebody sees it; where not, updates are not carried out one by one.
  public var isOnScreen = true
  /// The item that is edited, which the program says. It follows the item.
  public var editedItem: ItemPlace?

  /// The first line that is visible.
  var top = 0
  /// Where the cursor stands. Never a line that is folded away.
  var cursorLine: TerminalCursor?
  var foldedSections = FoldedSections<ListedID<Source.SectionID>>()
  var marks = TerminalMarks<Source.SectionID, Source.ItemID>() {
    didSet { hasMarks = !marks.isEmpty }
  }
  /// Whether something is marked.
  public private(set) var hasMarks = false
  /// A line of spaces, as wide as the frame was last.
  var blank = ""
  /// Made when it is asked for; nil when sections, counts or what is folded may be others.
  private var knownLayout: TerminalLayout?
  /// The cursor, and the first header where no item is visible, before the update that is shown.
  var before: (cursor: TerminalCursor?, header: Int?) = (nil, nil)
  /// Whether an update is shown: places are of the list before until its end.
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
