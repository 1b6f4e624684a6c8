extension UICollectionView {
  /// The cell of an item; nil if it is not visible.
  public func cellForItem(at indexPath: IndexPath) -> UICollectionViewCell? { visible[indexPath] }

  /// The item of a cell; nil if it is not visible.
  public func indexPath(for cell: UICollectionViewCell) -> IndexPath? { visible.first { $0.value === cell }?.key }

  /// The visible items, in arbitrary order.
  public var indexPathsForVisibleItems: [IndexPath] { Array(visible.keys) }

  /// The visible cells, in arbitrary order.
  public var visibleCells: [UICollectionViewCell] { Array(visible.values) }

  /// A supplementary view; nil if it is not visible.
  public func supplementaryView(
    forElementKind elementKind: String, at indexPath: IndexPath
  ) -> UICollectionReusableView? {
    supplementary[SupplementaryPlace(kind: elementKind, path: indexPath)]
  }

  /// The visible supplementary views of a kind.
  public func visibleSupplementaryViews(ofKind elementKind: String) -> [UICollectionReusableView] {
    supplementary.filter { $0.key.kind == elementKind }.map(\.value)
  }

  /// The index paths of the visible supplementary views of a kind.
  public func indexPathsForVisibleSupplementaryElements(ofKind elementKind: String) -> [IndexPath] {
    supplementary.keys.filter { $0.kind == elementKind }.map(\.path)
  }

  /// The layout attributes of an item.
  public func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
    data.load()
    collectionViewLayout.prepareIfNeeded()
    return collectionViewLayout.layoutAttributesForItem(at: indexPath)
  }

  /// The layout attributes of a supplementary view.
  public func layoutAttributesForSupplementaryElement(
    ofKind kind: String, at indexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? {
    data.load()
    collectionViewLayout.prepareIfNeeded()
    return collectionViewLayout.layoutAttributesForSupplementaryView(ofKind: kind, at: indexPath)
  }

  /// The item at a point; nil if there is none.
  public func indexPathForItem(at point: CGPoint) -> IndexPath? {
    data.load()
    collectionViewLayout.prepareIfNeeded()
    let around = CGRect(x: point.x, y: point.y, width: 0.001, height: 0.001)
    return collectionViewLayout.layoutAttributesForElements(in: around)?
      .first { $0.representedElementKind == nil && $0.frame.contains(point) }?.indexPath
  }
}
