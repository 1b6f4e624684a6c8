import SectionedChanges

extension UICollectionView {
  /// The number of sections, as of the last counts.
  public var numberOfSections: Int { data.load().count }

  /// The number of items in a section, as of the last counts.
  public func numberOfItems(inSection section: Int) -> Int {
    let counts = data.load()
    guard counts.indices.contains(section) else {
      refuse(
        "request for number of items in section \(section) when there are only \(counts.count) sections in the "
          + "collection view")
      return 0
    }
    return counts[section]
  }

  /// Whether a batch update is open.
  public var hasUncommittedUpdates: Bool { data.depth > 0 }

  /// Forgets the counts, and recycles all cells and views.
  func forget() {
    data.forget()
    for (path, cell) in visible { recycle(cell, from: path) }
    for (place, view) in supplementary { recycle(view, of: place.kind) }
    visible = [:]
    supplementary = [:]
    selection = []
    prefetching.clear()
    dragging = nil
    collectionViewLayout.invalidateLayout()
    setNeedsLayout()
  }

  func recycle(_ cell: UICollectionViewCell, from path: IndexPath) {
    delegate?.collectionView(self, didEndDisplaying: cell, forItemAt: path)
    recycle(cell, of: Self.elementKindCell)
  }

  func recycle(_ view: UICollectionReusableView, of kind: String) {
    view.removeFromSuperview()
    pool(kind).put(view, view.reuseIdentifier)
  }

  func pool(_ kind: String) -> ReusePool<UICollectionReusableView> {
    if let pool = pools[kind] { return pool }
    let pool = ReusePool<UICollectionReusableView>()
    pools[kind] = pool
    return pool
  }
}
