import SectionedChanges

/// The interface of a view to its presenter: a table, a collection, a terminal.
///
/// A view asks its presenter, and never the source, for the sections, the items and their numbers. So the numbers
/// change only when the view performs a batch.
///
/// A view must implement ``reload()`` and ``perform(_:animated:showNext:)``. All other members have the defaults that
/// their comments name. A view with only these two shows its list, but loses selection and scroll position.
@MainActor
public protocol ListView: AnyObject {
  /// Whether the view is on a screen. Off screen it is reloaded, because an animation would not be seen. True by
  /// default.
  var isOnScreen: Bool { get }

  /// Whether the system's setting to reduce motion is on. No update is animated then. False by default.
  var reducesMotion: Bool { get }

  /// Makes assistive technologies speak a text. Does nothing by default.
  func announce(_ text: String)

  /// Reloads all cells, headers and footers from the presenter. The view may lose its selection. The presenter restores
  /// it.
  func reload()

  /// Performs a batch update.
  ///
  /// - Parameters:
  ///   - batch: the deletions, insertions and moves.
  ///   - animated: whether it is animated.
  ///   - showNext: makes the presenter answer from the list after the batch. Call it once, within the view's batch
  ///     update, before the view gets the changes.
  func perform(_ batch: ListBatch, animated: Bool, showNext: @escaping () -> Void)

  /// Whether the last call to the view joined a batch update that the program began on the view, and that is still
  /// open. Read after ``perform(_:animated:showNext:)``, and after cells and headers were configured. If it is true,
  /// the presenter passes nothing more to the view before ``ListPresenter/batchHasEnded()`` is called. False by
  /// default.
  var hasOpenBatch: Bool { get }

  /// Whether the view can be reloaded. It cannot while a batch update of the program is open in it. The presenter then
  /// waits for ``ListPresenter/batchHasEnded()``. True by default.
  var canReload: Bool { get }

  /// Configures the visible cells at some places again, in place, so that editing in them continues.
  /// By default they are replaced.
  ///
  /// - Parameter places: ascending.
  func configureItems(at places: [ItemPlace])

  /// Replaces the cells at some places. By default the view is reloaded.
  ///
  /// - Parameter places: ascending.
  func reloadItems(at places: [ItemPlace])

  /// Configures the visible headers and footers of some sections again. By default the view is reloaded.
  ///
  /// - Parameter sections: indices, ascending.
  func configureSections(at sections: [Int])

  /// Configures the visible headers and footers of some sections again if they show the number of items, because that
  /// changed. Does nothing by default.
  ///
  /// - Parameter sections: indices, ascending.
  func configureCounts(ofSections sections: [Int])

  /// The identifier of the rule that made the visible cell at a place; nil if no cell is visible, empty if no rule made
  /// the cell. Nil by default, so that each cell is configured in place, whichever rule made it.
  func cellIdentifier(at place: ItemPlace) -> String?

  /// The places that are selected. None by default.
  var selection: [ItemPlace] { get set }

  /// The place of the item in which text is edited; nil if there is none. The presenter sets it after a reload, so that
  /// editing continues. Nil by default.
  var editedItem: ItemPlace? { get set }

  /// Whether the view shows the beginning of its list. True by default: the scroll position is not kept.
  var isAtBeginning: Bool { get }

  /// The visible items with their positions, in order. None by default: the scroll position is not kept, and
  /// ``ListPresenter/configureVisible()`` reloads the view.
  var anchors: [ScrollAnchor] { get }

  /// Scrolls, without animation, so that an item is where an anchor says. Does nothing by default.
  func scroll(to anchor: ScrollAnchor)
}
