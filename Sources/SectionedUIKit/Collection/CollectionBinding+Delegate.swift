#if canImport(UIKit) && !os(watchOS)
  import SectionedChanges
  import SectionedDataSources
  import SectionedViews
  import UIKit

  // What the view's delegate, or a gesture of the program's, may ask.
  extension CollectionBinding {
    /// The model of the item at an index path; nil where there is none.
    public func item(at indexPath: IndexPath) -> Source.Item? { list.item(at: indexPath) }

    /// The index path of an item; nil where it is not shown.
    public func indexPath(of id: ListedID<Source.ItemID>) -> IndexPath? { list.indexPath(of: id) }

    /// Whether a section has a view by the rules, such as a header. A layout's delegate asks it, so that it makes no
    /// room in sections without one.
    public func hasView(_ role: ViewRole, ofSection section: Int) -> Bool {
      guard showsHeadersOfEmptySections || presenter.numberOfItems(inSection: section) > 0 else { return false }
      return list.choice(role, at: ItemPlace(section: section, item: 0)).rule != nil
    }

    /// The target of an item that is being dragged: the value for
    /// `collectionView(_:targetIndexPathForMoveFromItemAt:toProposedIndexPath:)`.
    public func targetIndexPath(forMoveFrom old: IndexPath, toProposed new: IndexPath) -> IndexPath {
      list.target(of: old, proposed: new)
    }

    /// Records that the user touched an item: for `collectionView(_:didSelectItemAt:)`. The row for more loads more,
    /// and a row that reports a failure tries again.
    ///
    /// - Returns: whether something was asked for.
    @discardableResult
    public func userTouched(at indexPath: IndexPath) -> Bool { list.touched(indexPath) }

    /// Whether a placeholder is the only item.
    public var showsPlaceholder: Bool { list.showsPlaceholder }

    /// Deletes an item as the user asked: for a menu.
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

    /// Moves the item that is dragged.
    public func drag(to position: CGPoint) { collectionView?.updateInteractiveMovementTargetPosition(position) }

    /// Drops the item that is dragged.
    public func drop() {
      collectionView?.endInteractiveMovement()
      endDragging()
    }

    /// Cancels the drag: the item returns to its old place.
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
      /// A swipe that deletes an item of a list layout: the value, or a part of it, for
      /// `trailingSwipeActionsConfigurationProvider` of a `UICollectionLayoutListConfiguration`. Nil where the item
      /// cannot be deleted.
      ///
      /// - Parameters:
      ///   - indexPath: the item's.
      ///   - title: the text of the button, given by the program, which knows its user's language.
      public func deleteSwipe(forItemAt indexPath: IndexPath, title: String) -> UISwipeActionsConfiguration? {
        list.deleteSwipe(indexPath, title: title)
      }
    }
  #endif
#endif
