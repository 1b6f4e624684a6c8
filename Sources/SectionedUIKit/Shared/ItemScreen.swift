#if canImport(UIKit) && !os(watchOS)
  import SectionedChanges
  import SectionedViews
  #if canImport(Darwin)
    // Before iOS 18 UIKit declares the notifications of accessibility as variables.
    @preconcurrency import UIKit
  #else
    import UIKit
  #endif

  /// The members of a `ListView` that are the same for tables and collections.
  @MainActor
  class ItemScreen<View: ItemView> {
    weak var view: View? {
      didSet { viewID = view.map { ObjectIdentifier($0) } }
    }
    private var viewID: ObjectIdentifier?
    /// The data source that the binding has set.
    weak var dataSource: AnyObject?
    let batches = ProgramBatchDetector()
    /// The index of the edited input among those of its cell.
    private var editedInput = 0

    /// - Parameter batchHasEnded: called in the turn after a batch of the program's own.
    init(batchHasEnded: @escaping () -> Void) {
      batches.ended = batchHasEnded
      batches.makeEmptyBatch = { [weak self] in UIView.performWithoutAnimation { self?.view?.performBatch {} } }
    }

    var hasOpenBatch: Bool { batches.isOpen }
    var canReload: Bool { !hasDataSource || batches.canReload }
    var isOnScreen: Bool { view?.window != nil && hasDataSource }

    var reducesMotion: Bool { UIAccessibility.isReduceMotionEnabled }
    func announce(_ text: String) { UIAccessibility.post(notification: .announcement, argument: text) }

    /// Whether the view's data source is still the binding's. A program may set another one, whose counts the view has
    /// then.
    private var hasDataSource: Bool { view.map { $0.source === dataSource } ?? false }

    /// Whether a view is the one of this screen. It is asked often, and reading a weak reference would take longer.
    func isShown(in view: View) -> Bool { ObjectIdentifier(view) == viewID }

    /// Reloads the view.
    ///
    /// - Returns: whether its data source is the binding's; otherwise it is not reloaded.
    @discardableResult
    func reloadData() -> Bool {
      guard hasDataSource else { return false }
      batches.noteReload()
      view?.reloadData()
      return true
    }

    /// Performs a batch update, and detects whether it is within one of the program's own. An empty one has the view
    /// ask for sizes again.
    func update(_ view: View, animated: Bool = true, _ changes: @escaping () -> Void = {}) {
      let make = { (isDone: @escaping () -> Void) in
        view.performBatch {
          changes()
          isDone()
        }
      }
      batches.watch { isDone in if animated { make(isDone) } else { UIView.performWithoutAnimation { make(isDone) } } }
    }

    var selection: [ItemPlace] {
      get { (view?.selectedPaths ?? []).compactMap { ItemPlace($0) } }
      set {
        guard let view else { return }
        let (old, new) = (Set(selection), Set(newValue))
        for place in old.subtracting(new) { view.removeFromSelection(IndexPath(place)) }
        for place in newValue where !old.contains(place) { view.addToSelection(IndexPath(place)) }
      }
    }

    var editedItem: ItemPlace? {
      get {
        guard let view else { return nil }
        for cell in view.visibleCells {
          guard let input = cell.editedInput, let path = view.indexPath(for: cell) else { continue }
          editedInput = input
          return ItemPlace(path)
        }
        return nil
      }
      set {
        guard let view, let newValue else { return }
        view.layoutIfNeeded()
        guard let inputs = view.preparedCell(at: IndexPath(newValue))?.inputs, editedInput < inputs.count else {
          return
        }
        inputs[editedInput].becomeFirstResponder()
      }
    }

    /// Scrolls, without animation, so that an item is where an anchor says.
    ///
    /// - Parameters:
    ///   - tries: how often at most. Items that become visible may be of another size than was estimated, and the
    ///     content longer than it seemed.
    ///   - start: returns the coordinate at which an item begins; nil where there is none.
    func scroll(
      to anchor: ScrollAnchor, isHorizontal: Bool, tries: Int, start: (View, IndexPath) -> CGFloat?
    ) {
      for _ in 0..<tries {
        guard let view else { return }
        view.layoutIfNeeded()
        guard let item = start(view, IndexPath(anchor.place)) else { return }
        let wanted = item - CGFloat(anchor.distance)
        if abs(wanted - view.visibleStart(isHorizontal: isHorizontal)) <= 0.5 { return }
        view.setVisibleStart(wanted, isHorizontal: isHorizontal)
      }
    }
  }
#endif
