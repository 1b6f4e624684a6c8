extension UICollectionView {
  /// The selected items; nil if there are none.
  public var indexPathsForSelectedItems: [IndexPath]? { selection.isEmpty ? nil : selection }

  /// Selects an item without notifying the delegate; nil deselects all items.
  public func selectItem(at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition) {
    guard let indexPath else {
      for path in selection { deselectItem(at: path, animated: animated) }
      return
    }
    guard data.contains(indexPath.place) else { return }
    if !allowsSeveral { for path in selection { deselectItem(at: path, animated: animated) } }
    if !selection.contains(indexPath) { selection.append(indexPath) }
    visible[indexPath]?.isSelected = true
    if !scrollPosition.isEmpty { scrollToItem(at: indexPath, at: scrollPosition, animated: animated) }
  }

  /// Deselects an item without notifying the delegate.
  public func deselectItem(at indexPath: IndexPath, animated: Bool) {
    selection.removeAll { $0 == indexPath }
    visible[indexPath]?.isSelected = false
  }

  var allowsSeveral: Bool { isEditing ? allowsMultipleSelectionDuringEditing : allowsMultipleSelection }

  /// Scrolls to an item.
  public func scrollToItem(at indexPath: IndexPath, at scrollPosition: ScrollPosition, animated: Bool) {
    let counts = data.load()
    guard counts.indices.contains(indexPath.section) else {
      return refuse(
        "Attempted to scroll the collection view to an out-of-bounds section (\(indexPath.section)) when there are "
          + "only "
          + "\(counts.count) sections.")
    }
    guard indexPath.item >= 0, indexPath.item < counts[indexPath.section] else {
      return refuse(
        "Attempted to scroll the collection view to an out-of-bounds item (\(indexPath.item)) when there are only "
          + "\(counts[indexPath.section]) items in section \(indexPath.section).")
    }
    guard let rect = layoutAttributesForItem(at: indexPath)?.frame else { return }
    contentSize = collectionViewLayout.collectionViewContentSize
    let inset = adjustedContentInset
    let height = bounds.inset(by: inset).height
    var y = rect.minY - inset.top
    if scrollPosition.contains(.bottom) { y = rect.maxY - height - inset.top }
    if scrollPosition.contains(.centeredVertically) { y = rect.midY - height / 2 - inset.top }
    if scrollPosition.isEmpty { return scrollRectToVisible(rect, animated: animated) }
    let last = max(-inset.top, contentSize.height + inset.bottom - bounds.height)
    setContentOffset(CGPoint(x: contentOffset.x, y: min(max(y, -inset.top), last)), animated: animated)
  }
}
