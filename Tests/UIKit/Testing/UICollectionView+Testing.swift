// What Apple's class does not have: how a test is the user and the storyboard.

extension UICollectionView {
  /// Whether items of inserted and deleted sections may be named beside the section, as new systems let one.
  public var allowsItemsOfChangedSections: Bool {
    get { data.allowsRedundantItems }
    set { data.allowsRedundantItems = newValue }
  }

  /// The counts that the view was given last; nil where it has to ask.
  public var knownCounts: [Int]? { data.counts }

  /// How many cells wait for another use.
  public var waitingCells: Int { pool(Self.elementKindCell).count }

  /// The items whose data was asked for and that are not visible.
  public var prefetchedItems: [IndexPath] { prefetching.places.sorted() }

  /// Cells of an identifier are made as a prototype in a storyboard is.
  public func installPrototype(_ cellClass: UICollectionViewCell.Type, withIdentifier identifier: String) {
    register(cellClass, forCellWithReuseIdentifier: identifier)
  }

  /// A user touches a title of the index.
  public func touchIndexTitle(_ title: String) {
    guard let dataSource, let index = dataSource.indexTitles(for: self)?.firstIndex(of: title) else { return }
    let path = data.question { dataSource.collectionView(self, indexPathForIndexTitle: title, at: index) }
    scrollToItem(at: path, at: .top, animated: false)
  }

  /// A user touches an item.
  public func tapItem(at path: IndexPath) {
    guard allowsSelection, data.contains(path.place) else { return }
    if selection.contains(path) {
      guard allowsSeveral, delegate?.collectionView(self, shouldDeselectItemAt: path) ?? true else { return }
      deselectItem(at: path, animated: true)
      delegate?.collectionView(self, didDeselectItemAt: path)
      return
    }
    guard delegate?.collectionView(self, shouldSelectItemAt: path) ?? true else { return }
    let left = allowsSeveral ? [] : selection
    selectItem(at: path, animated: true, scrollPosition: [])
    for path in left { delegate?.collectionView(self, didDeselectItemAt: path) }
    delegate?.collectionView(self, didSelectItemAt: path)
  }

  /// A user drags an item to another place, as the list is without it.
  ///
  /// - Returns: whether it could be moved.
  @discardableResult
  public func dragItem(at path: IndexPath, to target: IndexPath) -> Bool {
    guard beginInteractiveMovementForItem(at: path) else { return false }
    dragItem(to: target)
    endInteractiveMovement()
    return true
  }

  /// A user drags the item that was taken up over another place.
  public func dragItem(to target: IndexPath) { updateMovement(to: target) }
}
