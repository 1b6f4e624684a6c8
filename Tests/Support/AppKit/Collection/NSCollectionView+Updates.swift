import SectionedChanges

extension NSCollectionView {
  /// Performs several changes as one update. The handler is called at once, because the double's animations take no
  /// time.
  public func performBatchUpdates(_ updates: (() -> Void)?, completionHandler: ((Bool) -> Void)? = nil) {
    guard data.begin() else { return }
    updates?()
    close()
    completionHandler?(true)
  }

  /// Inserts items, at places after the update.
  public func insertItems(at indexPaths: Set<IndexPath>) { change { $0.insertedItems += indexPaths.map(\.place) } }
  /// Deletes items, at places before the update.
  public func deleteItems(at indexPaths: Set<IndexPath>) { change { $0.deletedItems += indexPaths.map(\.place) } }
  /// Replaces items, at places before the update.
  public func reloadItems(at indexPaths: Set<IndexPath>) { change { $0.reloadedItems += indexPaths.map(\.place) } }
  /// Moves an item from a place before the update to a place after it.
  public func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) {
    change { $0.movedItems.append(ViewBatch.Move(indexPath.place, newIndexPath.place)) }
  }
  /// Inserts sections, at indices after the update.
  public func insertSections(_ sections: IndexSet) { change { $0.insertedSections += Array(sections) } }
  /// Deletes sections, at indices before the update.
  public func deleteSections(_ sections: IndexSet) { change { $0.deletedSections += Array(sections) } }
  /// Moves a section from an index before the update to an index after it.
  public func moveSection(_ section: Int, toSection newSection: Int) {
    change { $0.movedSections.append(ViewBatch.Move(section, newSection)) }
  }

  /// Records a change. Outside of a batch update it is an update of its own.
  private func change(_ change: (inout ViewBatch) -> Void) {
    guard data.begin() else { return }
    data.name(change)
    close()
  }

  private func close() {
    switch data.end() {
    case .inner: break
    case .refused: forget()
    case .done(let update): follow(update)
    }
  }

  /// Shows another list, for a diffable data source that knows the new place of each item.
  func adopt(_ counts: [Int], _ update: ListUpdate) {
    guard data.begin() else { return }
    data.adopt(counts)
    guard case .done = data.end() else { return forget() }
    follow(update)
  }

  private func follow(_ update: ListUpdate) {
    var stays: [IndexPath: NSCollectionViewItem] = [:]
    for (path, item) in items { if let new = update.path(path) { stays[new] = item } else { drop(item) } }
    items = stays
    var views: [Int: NSView] = [:]
    for (section, view) in headers {
      if let new = update.section(section) { views[new] = view } else { view.removeFromSuperview() }
    }
    headers = views
    selectionIndexPaths = Set(selectionIndexPaths.compactMap { update.path($0) })
    prefetching.follow(update)
    needsLayout = true
  }
}

extension NSCollectionView {
  /// Sets the size, and makes the items and headers that have become visible.
  func layoutItems() {
    guard data.questions == 0, data.depth == 0, window != nil,
      let layout = collectionViewLayout as? NSCollectionViewFlowLayout
    else {
      needsLayout = true
      return
    }
    let counts = data.load()
    let height =
      CGFloat(counts.count) * layout.headerReferenceSize.height + CGFloat(counts.reduce(0, +)) * layout.itemSize.height
    if let clip = superview as? NSClipView {
      frame = CGRect(x: 0, y: 0, width: clip.frame.width, height: max(height, clip.frame.height))
      if clip.bounds.minY > max(0, frame.height - clip.frame.height) { clip.scroll(to: clip.bounds.origin) }
    }
    needsLayout = false
    var y: CGFloat = 0
    for (section, count) in counts.enumerated() {
      layoutHeader(section, CGRect(x: 0, y: y, width: frame.width, height: layout.headerReferenceSize.height))
      y += layout.headerReferenceSize.height
      for item in 0..<count {
        let rect = CGRect(x: 0, y: y, width: frame.width, height: layout.itemSize.height)
        layoutItem(IndexPath(item: item, section: section), rect)
        y += layout.itemSize.height
      }
    }
    prefetch(counts)
  }

  /// Prefetches the items that follow the visible ones, and cancels prefetching of others.
  private func prefetch(_ counts: [Int]) {
    guard let prefetchDataSource else { return }
    let (last, visible) = (items.keys.max(), Set(items.keys))
    let next = prefetching.advance(
      to: Prefetching.places(after: last, counts: counts, atMost: 5), visible: visible)
    data.question {
      if !next.start.isEmpty { prefetchDataSource.collectionView(self, prefetchItemsAt: next.start) }
      if !next.cancel.isEmpty { prefetchDataSource.collectionView(self, cancelPrefetchingForItemsAt: next.cancel) }
    }
  }

  private func layoutHeader(_ section: Int, _ rect: CGRect) {
    guard rect.height > 0, rect.intersects(visibleRect) else {
      headers.removeValue(forKey: section)?.removeFromSuperview()
      return
    }
    guard headers[section] == nil, let dataSource else { return }
    let path = IndexPath(item: 0, section: section)
    let view = data.question {
      dataSource.collectionView(self, viewForSupplementaryElementOfKind: Self.elementKindSectionHeader, at: path)
    }
    if view.identifier == nil { refuse("The header of section \(section) was not made by the collection.") }
    headers[section] = view
    addSubview(view)
  }

  private func layoutItem(_ path: IndexPath, _ rect: CGRect) {
    if !rect.intersects(visibleRect) {
      let isEdited = items[path].map { window?.editedView?.isDescendant(of: $0.view) ?? false } ?? false
      if !isEdited, let item = items.removeValue(forKey: path) { drop(item) }
      return
    }
    guard items[path] == nil, let dataSource else { return }
    let item = data.question { dataSource.collectionView(self, itemForRepresentedObjectAt: path) }
    if item.identifier == nil || item.collectionView != nil {
      refuse("The item at \(path.place) was not made by the collection for this place.")
    }
    item.collectionView = self
    item.isSelected = selectionIndexPaths.contains(path)
    items[path] = item
    addSubview(item.view)
  }
}
