extension UICollectionView {
  /// Begins to drag an item for the user.
  ///
  /// - Returns: whether the item can be moved.
  public func beginInteractiveMovementForItem(at indexPath: IndexPath) -> Bool {
    guard dragging == nil, data.contains(indexPath.place), let dataSource else { return false }
    guard data.question({ dataSource.collectionView(self, canMoveItemAt: indexPath) }) else { return false }
    dragging = (indexPath, indexPath)
    return true
  }

  /// Drags the item over a point.
  public func updateInteractiveMovementTargetPosition(_ targetPosition: CGPoint) {
    guard let path = indexPathForItem(at: targetPosition) else { return }
    updateMovement(to: path)
  }

  func updateMovement(to path: IndexPath) {
    guard let (from, to) = dragging else { return }
    let target =
      delegate?.collectionView(
        self, targetIndexPathForMoveOfItemFromOriginalIndexPath: from, atCurrentIndexPath: to, toProposedIndexPath: path
      ) ?? path
    dragging = (from, target)
  }

  /// Drops the item. The view shows the move before it calls the data source.
  public func endInteractiveMovement() {
    guard let (from, to) = dragging else { return }
    dragging = nil
    guard from != to else { return }
    follow(data.userMoved(from.place, to.place))
    dataSource?.collectionView(self, moveItemAt: from, to: to)
    layoutIfNeeded()
  }

  /// Cancels the drag. The item returns to its old place.
  public func cancelInteractiveMovement() { dragging = nil }
}
