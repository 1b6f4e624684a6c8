#if canImport(UIKit) && !os(watchOS)
  import SectionedChanges
  import SectionedDataSources
  import SectionedViews
  import UIKit

  // Functions that the view's delegate or the program's gestures call.
  extension CollectionBinding {
    /// The model of the item at an index path of the view; nil if the path has no item.
    public func item(at indexPath: IndexPath) -> Source.Item? { list.item(at: indexPath) }

    /// The index path of an item in the view; nil if the view does not show it.
    public func indexPath(of id: ListedID<Source.ItemID>) -> IndexPath? { list.indexPath(of: id) }

    /// Whether a rule gives a section a view of a role, such as a header. A layout's delegate calls this, so that
    /// sections without such a view take no space for it.
    ///
    /// - Parameters:
    ///   - role: the role of the view.
    ///   - section: the index of the section in the view.
    public func hasView(_ role: ViewRole, ofSection section: Int) -> Bool {
      guard showsHeadersOfEmptySections || presenter.numberOfItems(inSection: section) > 0 else { return false }
      return list.choice(role, at: ItemPlace(section: section, item: 0)).rule != nil
    }

    /// The index path at which a dragged item would be dropped. Return it from
    /// `collectionView(_:targetIndexPathForMoveFromItemAt:toProposedIndexPath:)`.
    ///
    /// - Parameters:
    ///   - old: the index path of the item before the drag.
    ///   - new: the index path that the view proposes.
    public func targetIndexPath(forMoveFrom old: IndexPath, toProposed new: IndexPath) -> IndexPath {
      list.target(of: old, proposed: new)
    }

    /// Reports that the user selected an item; call it in `collectionView(_:didSelectItemAt:)`. The row for more loads
    /// more, and a row that reports a failure tries again.
    ///
    /// - Returns: whether the selection started such a request.
    @discardableResult
    public func userTouched(at indexPath: IndexPath) -> Bool { list.touched(indexPath) }

    /// Whether the view shows only a placeholder.
    public var showsPlaceholder: Bool { list.showsPlaceholder }

    /// Deletes an item for the user, as from a menu.
    public func userDeletes(at indexPath: IndexPath) { ItemPlace(indexPath).map { list.userDeletes($0) } }

    /// Begins to drag an item. Changes of the source are shown when it is dropped.
    ///
    /// - Returns: whether the item can be moved.
    public func beginDragging(at indexPath: IndexPath) -> Bool {
      guard let view = collectionView, !isDragging, view.beginInteractiveMovementForItem(at: indexPath) else {
        return false
      }
      isDragging = true
      presenter.hold()
      return true
    }

    /// Moves the dragged item to a position in the view.
    public func drag(to position: CGPoint) { collectionView?.updateInteractiveMovementTargetPosition(position) }

    /// Drops the dragged item.
    public func drop() {
      collectionView?.endInteractiveMovement()
      endDragging()
    }

    /// Cancels the drag. The item returns to its old place.
    public func cancelDragging() {
      collectionView?.cancelInteractiveMovement()
      endDragging()
    }

    func endDragging() {
      guard isDragging else { return }
      isDragging = false
      // The view has not finished the drop yet.
      Task { [presenter] in presenter.release() }
    }
  }

  #if !os(tvOS)
    extension CollectionBinding {
      /// The swipe that deletes an item of a list layout; nil if the user may not delete the item. Return it, or a part
      /// of it, from `trailingSwipeActionsConfigurationProvider` of a `UICollectionLayoutListConfiguration`.
      ///
      /// - Parameters:
      ///   - indexPath: the index path of the item.
      ///   - title: the text of the button, in the user's language.
      public func deleteSwipe(forItemAt indexPath: IndexPath, title: String) -> UISwipeActionsConfiguration? {
        list.deleteSwipe(indexPath, title: title)
      }
    }
  #endif
#endif
