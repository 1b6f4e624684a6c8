import SectionedChanges

extension UICollectionView {
  /// Performs several changes as one update. The completion is called when a test ends the animation.
  public func performBatchUpdates(_ updates: () -> Void, completion: ((Bool) -> Void)? = nil) {
    guard data.begin() else { return }
    updates()
    close()
    if let completion { completions.append(completion) }
  }

  /// Performs several changes as one update. Apple's parameter is an optional closure that does not escape. Swift
  /// cannot declare that, so the double has two methods.
  public func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
    performBatchUpdates({ updates?() }, completion: completion)
  }

  /// Inserts items, at places after the update.
  public func insertItems(at indexPaths: [IndexPath]) { change { $0.insertedItems += indexPaths.map(\.place) } }

  /// Deletes items, at places before the update.
  public func deleteItems(at indexPaths: [IndexPath]) { change { $0.deletedItems += indexPaths.map(\.place) } }

  /// Replaces the cells of items, at places before the update.
  public func reloadItems(at indexPaths: [IndexPath]) { change { $0.reloadedItems += indexPaths.map(\.place) } }

  /// Configures the cells of items again, at places before the update.
  public func reconfigureItems(at indexPaths: [IndexPath]) {
    change { $0.reconfiguredItems += indexPaths.map(\.place) }
  }

  /// Moves an item from a place before the update to a place after it.
  public func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) {
    change { $0.movedItems.append(ViewBatch.Move(indexPath.place, newIndexPath.place)) }
  }

  /// Inserts sections, at indices after the update.
  public func insertSections(_ sections: IndexSet) { change { $0.insertedSections += Array(sections) } }

  /// Deletes sections, at indices before the update.
  public func deleteSections(_ sections: IndexSet) { change { $0.deletedSections += Array(sections) } }

  /// Reloads sections, at indices before the update.
  public func reloadSections(_ sections: IndexSet) { change { $0.reloadedSections += Array(sections) } }

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
    case .done(let update):
      follow(update)
      reconfigure(update.batch.reconfiguredItems.map { IndexPath($0) })
      if window != nil { layoutIfNeeded() }
    }
  }

  /// Moves the visible cells and views to their new places. The content offset does not change.
  func follow(_ update: ListUpdate) {
    var stays: [IndexPath: UICollectionViewCell] = [:]
    for (path, cell) in visible {
      if let new = update.path(path) { stays[new] = cell } else { recycle(cell, from: path) }
    }
    visible = stays
    var others: [SupplementaryPlace: UICollectionReusableView] = [:]
    for (place, view) in supplementary {
      if let section = update.section(place.path.section) {
        let path = IndexPath(item: place.path.item, section: section)
        others[SupplementaryPlace(kind: place.kind, path: path)] = view
      } else {
        recycle(view, of: place.kind)
      }
    }
    supplementary = others
    selection = selection.compactMap { update.path($0) }
    prefetching.follow(update)
    collectionViewLayout.invalidateLayout()
    setNeedsLayout()
  }

  /// Shows another list, for a diffable data source that knows the new place of each item.
  func adopt(_ counts: [Int], _ update: ListUpdate, reconfiguring paths: [IndexPath]) {
    guard data.begin() else { return }
    data.adopt(counts)
    guard case .done = data.end() else { return forget() }
    follow(update)
    reconfigure(paths)
    if window != nil { layoutIfNeeded() }
  }

  private func reconfigure(_ paths: [IndexPath]) {
    for path in paths {
      guard let cell = visible[path] else { continue }
      let answer = asking(Self.elementKindCell, path, existing: cell) {
        dataSource?.collectionView(self, cellForItemAt: path)
      }
      if answer !== cell {
        refuse(
          "Attempted to reconfigure item \(path.place), but the data source returned a different cell than the one "
            + "that "
            + "is already displayed; dequeue it with the same reuse identifier and index path.")
      }
    }
  }
}
