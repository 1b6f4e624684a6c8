#if canImport(UIKit) && !os(watchOS)
  import SectionedChanges
  import SectionedViews
  #if canImport(Darwin)
    // Before iOS 18 UIKit declares the notifications of accessibility as variables.
    @preconcurrency import UIKit
  #else
    import UIKit
  #endif

  /// The members of `ListView` that tables and collections share.
  @MainActor
  class ItemScreen<View: ItemView> {
    weak var view: View? {
      didSet { viewID = view.map { ObjectIdentifier($0) } }
    }
    private var viewID: ObjectIdentifier?
    /// The data source that the binding has set.
    weak var dataSource: AnyObject?
    let batches = ProgramBatchDetector()
    /// The index of the first responder among the inputs of its cell.
    private var editedInput = 0

    /// - Parameter batchHasEnded: called in the turn after a batch update of the program's ends.
    init(batchHasEnded: @escaping () -> Void) {
      batches.ended = batchHasEnded
      batches.makeEmptyBatch = { [weak self] in UIView.performWithoutAnimation { self?.view?.performBatch {} } }
    }

    var hasOpenBatch: Bool { batches.isOpen }
    var canReload: Bool { !hasDataSource || batches.canReload }
    var isOnScreen: Bool { view?.window != nil && hasDataSource }

    var reducesMotion: Bool { UIAccessibility.isReduceMotionEnabled }
    func announce(_ text: String) { UIAccessibility.post(notification: .announcement, argument: text) }

    /// Whether the view's data source is still the binding's. If the program sets another one, the view has that one's
    /// counts.
    private var hasDataSource: Bool { view.map { $0.source === dataSource } ?? false }

    /// Whether a view is this screen's. Views ask often, and comparing IDs is faster than reading a weak reference.
    func isShown(in view: View) -> Bool { ObjectIdentifier(view) == viewID }

    /// Reloads the view.
    ///
    /// - Returns: whether the view was reloaded; false if its data source is not the binding's.
    @discardableResult
    func reloadData() -> Bool {
      guard hasDataSource else { return false }
      batches.noteReload()
      view?.reloadData()
      return true
    }

    /// Performs a batch update, and detects whether it runs within a batch update of the program's. With no changes,
    /// the view asks for sizes again.
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

    /// Scrolls without animation until an item is at the distance that an anchor names.
    ///
    /// - Parameters:
    ///   - anchor: the item and its distance from the start of the visible part.
    ///   - isHorizontal: whether the view scrolls horizontally.
    ///   - tries: the largest number of attempts. Several may be needed, because the estimated sizes of items that
    ///     become visible may be wrong.
    ///   - start: returns the coordinate at which an item begins; nil if there is no such item.
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
