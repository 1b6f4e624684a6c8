import SectionedChanges

extension UICollectionView {
  /// Makes several changes as one. The completion comes when the animation ends, at a moment that a test chooses.
  public func performBatchUpdates(_ updates: () -> Void, completion: ((Bool) -> Void)? = nil) {
    guard data.begin() else { return }
    updates()
    close()
    if let completion { completions.append(completion) }
  }

  /// Makes several changes as one. Apple's method has a closure that is optional and does not escape, which Swift
  /// cannot write: here are two methods.
  public func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
    performBatchUpdates({ updates?() }, completion: completion)
  }

  /// New items, at places after the update.
  public func insertItems(at indexPaths: [IndexPath]) { change { $0.insertedItems += indexPaths.map(\.place) } }

  /// Items that go, at places before the update.
  public func deleteItems(at indexPaths: [IndexPath]) { change { $0.deletedItems += indexPaths.map(\.place) } }

  /// Items that get other cells, at places before the update.
  public func reloadItems(at indexPaths: [IndexPath]) { change { $0.reloadedItems += indexPaths.map(\.place) } }

  /// Items whose cells are configured again, at places before the update.
  public func reconfigureItems(at indexPaths: [IndexPath]) {
    change { $0.reconfiguredItems += indexPaths.map(\.place) }
  }

  /// An item that goes to a place after the update.
  public func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) {
    change { $0.movedItems.append(ViewBatch.Move(indexPath.place, newIndexPath.place)) }
  }

  /// New sections, at indices after the update.
  public func insertSections(_ sections: IndexSet) { change { $0.insertedSections += Array(sections) } }

  /// Sections that go, at indices before the update.
  public func deleteSections(_ sections: IndexSet) { change { $0.deletedSections += Array(sections) } }

  /// Sections that are asked for again, at indices before the update.
  public func reloadSections(_ sections: IndexSet) { change { $0.reloadedSections += Array(sections) } }

  /// A section that goes to an index after the update.
  public func moveSection(_ section: Int, toSection newSection: Int) {
    change { $0.movedSections.append(ViewBatch.Move(section, newSection)) }
  }

  /// A change outside of a batch is one of its own.
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

  /// Moves what is on the screen to its new places. The offset stays.
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

  /// Goes over to another list, of which is known where everything goes.
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
