import SectionedChanges

/// The interface of a view to its presenter: a table, a collection, a terminal.
///
/// A view asks its presenter, and never the source, how many sections and items there are and what they are. So the
/// counts that it sees change when it is handed a batch, and at no other time.
///
/// A view has to have ``reload()`` and ``perform(_:animated:showNext:)``. All else has a default, which is written
/// there: a view with these two shows its list, and forgets selection and position.
@MainActor
public protocol ListView: AnyObject {
  /// Whether the view is on a screen. Off screen it is reloaded, because an animation would not be seen. True by
  /// default.
  var isOnScreen: Bool { get }

  /// Whether the user wants less motion, as a setting of the system says: no update is animated then. False by default.
  var reducesMotion: Bool { get }

  /// Has assistive techniques speak a text. Does nothing by default.
  func announce(_ text: String)

  /// Forgets everything and asks again. The selection may get lost; the presenter sets it again.
  func reload()

  /// Performs a batch update.
  ///
  /// - Parameters:
  ///   - batch: what changes.
  ///   - animated: whether it is animated.
  ///   - showNext: changes what the presenter answers. To be called once, within the view's batch update and before the
  ///     changes are named.
  func perform(_ batch: ListBatch, animated: Bool, showNext: @escaping () -> Void)

  /// Whether the last call to the view joined a batch update of the program's own that is still open. Asked after
  /// ``perform(_:animated:showNext:)``, and after cells and headers are configured. The presenter hands over nothing
  /// more until it is notified by ``ListPresenter/batchHasEnded()``. False by default.
  var hasOpenBatch: Bool { get }

  /// Whether the view can be reloaded, because no batch update of the program's own is open in it. Otherwise the
  /// presenter waits as above. True by default.
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

  /// Configures the visible headers and footers of some sections again, because the number of their items changed: for
  /// those that show it. Nothing by default.
  ///
  /// - Parameter sections: indices, ascending.
  func configureCounts(ofSections sections: [Int])

  /// The identifier of the rule that made the visible cell at a place; nil where no cell is visible, and empty where no
  /// rule made it. By default nil: the cell is configured again, whatever made it.
  func cellIdentifier(at place: ItemPlace) -> String?

  /// The places that are selected. None by default.
  var selection: [ItemPlace] { get set }

  /// The place of the item in which text is edited; nil where there is none. Set after a reload, so that editing
  /// continues. Nil by default.
  var editedItem: ItemPlace? { get set }

  /// Whether the view shows the beginning of its list. True by default: the scroll position is not kept.
  var isAtBeginning: Bool { get }

  /// The visible items, in order, and where they are. None by default: the scroll position is not kept, and
  /// ``ListPresenter/configureVisible()`` reloads the view.
  var anchors: [ScrollAnchor] { get }

  /// Scrolls, without animation, so that an item is where an anchor says. Does nothing by default.
  func scroll(to anchor: ScrollAnchor)
}
