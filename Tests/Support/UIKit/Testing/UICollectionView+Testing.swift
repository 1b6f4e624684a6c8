// Members that Apple's class does not have. With them a test acts as the user and as a storyboard.

extension UICollectionView {
  /// Whether a batch may also name items of inserted and deleted sections, as new systems allow.
  public var allowsItemsOfChangedSections: Bool {
    get { data.allowsRedundantItems }
    set { data.allowsRedundantItems = newValue }
  }

  /// The last counts from the data source; nil if the view has to ask for them.
  public var knownCounts: [Int]? { data.counts }

  /// The number of idle cells.
  public var waitingCells: Int { pool(Self.elementKindCell).count }

  /// The prefetched items that have not become visible.
  public var prefetchedItems: [IndexPath] { prefetching.places.sorted() }

  /// Registers a class as a storyboard does with a prototype cell.
  public func installPrototype(_ cellClass: UICollectionViewCell.Type, withIdentifier identifier: String) {
    register(cellClass, forCellWithReuseIdentifier: identifier)
  }

  /// Touches a title of the index, as the user does.
  public func touchIndexTitle(_ title: String) {
    guard let dataSource, let index = dataSource.indexTitles(for: self)?.firstIndex(of: title) else { return }
    let path = data.question { dataSource.collectionView(self, indexPathForIndexTitle: title, at: index) }
    scrollToItem(at: path, at: .top, animated: false)
  }

  /// Taps an item, as the user does.
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

  /// Drags an item to another place, as the user does. The place is in the list without the item.
  ///
  /// - Returns: whether the item could be moved.
  @discardableResult
  public func dragItem(at path: IndexPath, to target: IndexPath) -> Bool {
    guard beginInteractiveMovementForItem(at: path) else { return false }
    dragItem(to: target)
    endInteractiveMovement()
    return true
  }

  /// Drags the item of the open drag over another place.
  public func dragItem(to target: IndexPath) { updateMovement(to: target) }
}
