/// The view's current question to its data source, and the views dequeued for it.
struct CollectionRequest {
  let kind: String
  let path: IndexPath
  var dequeued: [UICollectionReusableView] = []
  /// The cell that is being reconfigured.
  var existing: UICollectionReusableView?
}

extension UICollectionView {
  func layoutItems() {
    guard data.questions == 0, data.depth == 0 else { return }
    data.load()
    collectionViewLayout.prepareIfNeeded()
    contentSize = collectionViewLayout.collectionViewContentSize
    keepOffsetInContent()
    let wanted = collectionViewLayout.layoutAttributesForElements(in: bounds) ?? []
    let items = wanted.filter { $0.representedElementKind == nil }
    let paths = Set(items.map(\.indexPath))
    for (path, cell) in visible where !paths.contains(path) {
      visible[path] = nil
      recycle(cell, from: path)
    }
    let others = Set(
      wanted.compactMap { element in
        element.representedElementKind.map { SupplementaryPlace(kind: $0, path: element.indexPath) }
      })
    for (place, view) in supplementary where !others.contains(place) {
      supplementary[place] = nil
      recycle(view, of: place.kind)
    }
    for element in wanted { show(element) }
    prefetch(behind: items.map(\.indexPath).max(), paths)
  }

  private func show(_ element: UICollectionViewLayoutAttributes) {
    let path = element.indexPath
    if let kind = element.representedElementKind {
      let place = SupplementaryPlace(kind: kind, path: path)
      let view = supplementary[place] ?? supplementaryView(place)
      supplementary[place] = view
      put(view, element)
      return
    }
    if !data.contains(path.place) {
      refuse(
        "UICollectionView received layout attributes for a cell with an index path that does not exist: \(path.place)")
      return
    }
    let isNew = visible[path] == nil
    let cell = visible[path] ?? cell(for: path)
    visible[path] = cell
    cell.isSelected = selection.contains(path)
    if isNew { delegate?.collectionView(self, willDisplay: cell, forItemAt: path) }
    put(cell, element)
  }

  private func put(_ view: UICollectionReusableView, _ element: UICollectionViewLayoutAttributes) {
    view.frame = element.frame
    view.apply(element)
    if view.superview !== self { addSubview(view) }
  }

  private func cell(for path: IndexPath) -> UICollectionViewCell {
    let answer = asking(Self.elementKindCell, path) { dataSource?.collectionView(self, cellForItemAt: path) }
    guard let cell = answer as? UICollectionViewCell else { return UICollectionViewCell(frame: .zero) }
    if cell.reuseIdentifier == nil {
      refuse(
        "the cell returned from -collectionView:cellForItemAtIndexPath: does not have a reuseIdentifier - cells must "
          + "be "
          + "retrieved by calling -dequeueReusableCellWithReuseIdentifier:forIndexPath:")
    }
    return cell
  }

  private func supplementaryView(_ place: SupplementaryPlace) -> UICollectionReusableView {
    let answer = asking(place.kind, place.path) {
      dataSource?.collectionView(self, viewForSupplementaryElementOfKind: place.kind, at: place.path)
    }
    guard let answer else { return UICollectionReusableView(frame: .zero) }
    if answer.reuseIdentifier == nil {
      refuse(
        "the view returned from -collectionView:viewForSupplementaryElementOfKind:atIndexPath: (\(place.kind), "
          + "\(place.path.place)) was not retrieved by calling "
          + "-dequeueReusableSupplementaryViewOfKind:withReuseIdentifier:forIndexPath: or is nil")
    }
    return answer
  }

  /// Asks for a view, and refuses if another view than the returned one was dequeued for it.
  func asking(
    _ kind: String, _ path: IndexPath, existing: UICollectionReusableView? = nil,
    _ question: () -> UICollectionReusableView?
  ) -> UICollectionReusableView? {
    request = CollectionRequest(kind: kind, path: path, existing: existing)
    OpenRequests.count += 1
    let answer = data.question(question)
    OpenRequests.count -= 1
    let dequeued = request?.dequeued ?? []
    request = nil
    if let other = dequeued.first(where: { $0 !== answer }) { refuseUnreturned(other) }
    return answer
  }

  func refuseUnreturned(_ view: UICollectionReusableView) {
    refuse(
      "Expected dequeued view to be returned to the collection view in preparation for display. When the collection "
        + "view's data source is asked to provide a view for a given index path, ensure that a single view is dequeued "
        + "and returned to the collection view. Avoid dequeuing views without a request from the collection view. For "
        + "retrieving an existing view in the collection view, use -[UICollectionView cellForItemAtIndexPath:] or "
        + "-[UICollectionView supplementaryViewForElementKind:atIndexPath:]. Dequeued view: \(type(of: view))")
  }

  private func keepOffsetInContent() {
    let inset = adjustedContentInset
    let last = max(-inset.top, contentSize.height + inset.bottom - bounds.height)
    if contentOffset.y > last { contentOffset.y = last }
  }

  private func prefetch(behind last: IndexPath?, _ visible: Set<IndexPath>) {
    guard window != nil, isPrefetchingEnabled, let prefetchDataSource else { return }
    let wanted = Prefetching.places(after: last, counts: data.load(), atMost: visible.count)
    let (start, cancel) = prefetching.advance(to: wanted, visible: visible)
    if !start.isEmpty { prefetchDataSource.collectionView(self, prefetchItemsAt: start) }
    if !cancel.isEmpty { prefetchDataSource.collectionView(self, cancelPrefetchingForItemsAt: cancel) }
  }
}
