#if canImport(UIKit) && !os(watchOS)
  import SectionedChanges
  import SectionedDataSources
  import SectionedViews
  import UIKit

  extension DiffableTarget {
    /// Makes the target for a UIKit view.
    ///
    /// - Parameters:
    ///   - view: the view, kept weakly.
    ///   - apply: applies a snapshot, animated if the flag is true.
    ///   - reload: applies a snapshot as a reload.
    ///   - id: returns the identifier of the item at an index path.
    ///   - path: returns the index path of an item.
    init(
      in view: some ItemView, apply: @escaping (Source.DiffableSnapshot, Bool) -> Void,
      reload: @escaping (Source.DiffableSnapshot) -> Void, id: @escaping (IndexPath) -> ListedID<Source.ItemID>?,
      path: @escaping (ListedID<Source.ItemID>) -> IndexPath?
    ) {
      self.init(
        isOnScreen: { [weak view] in view?.window != nil },
        reducesMotion: { UIAccessibility.isReduceMotionEnabled }
      ) { [weak view] step, showing in
        let snapshot = step.source.diffableSnapshot(step)
        guard showing == .offScreen, let view else { return apply(snapshot, showing == .animated) }
        // Apply the snapshot without a comparison, because the view is off screen or was empty.
        view.keepingSelection(id: id, path: path) { reload(snapshot) }
      }
    }
  }
#endif
