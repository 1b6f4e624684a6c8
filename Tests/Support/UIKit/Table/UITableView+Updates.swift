import SectionedChanges

extension UITableView {
  /// Performs several changes as one update. The completion is called when a test ends the animation.
  public func performBatchUpdates(_ updates: () -> Void, completion: ((Bool) -> Void)? = nil) {
    guard data.begin() else { return }
    areUpdatesAnimated.append(UIView.areAnimationsEnabled)
    updates()
    close()
    if let completion { completions.append(completion) }
  }

  /// Performs several changes as one update. Apple's parameter is an optional closure that does not escape. Swift
  /// cannot declare that, so the double has two methods.
  public func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
    performBatchUpdates({ updates?() }, completion: completion)
  }

  /// Begins an update of several changes.
  public func beginUpdates() { _ = data.begin() }

  /// Performs the changes since `beginUpdates`.
  public func endUpdates() { close() }

  /// Inserts rows, at places after the update.
  public func insertRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
    if !indexPaths.isEmpty { animations["insertRows"] = animation }
    change { $0.insertedItems += indexPaths.map(\.place) }
  }

  /// Deletes rows, at places before the update.
  public func deleteRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
    if !indexPaths.isEmpty { animations["deleteRows"] = animation }
    change { $0.deletedItems += indexPaths.map(\.place) }
  }

  /// Replaces the cells of rows, at places before the update.
  public func reloadRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
    if !indexPaths.isEmpty { animations["reloadRows"] = animation }
    change { $0.reloadedItems += indexPaths.map(\.place) }
  }

  /// Configures the cells of rows again, at places before the update.
  public func reconfigureRows(at indexPaths: [IndexPath]) {
    change { $0.reconfiguredItems += indexPaths.map(\.place) }
  }

  /// Moves a row from a place before the update to a place after it.
  public func moveRow(at indexPath: IndexPath, to newIndexPath: IndexPath) {
    change { $0.movedItems.append(ViewBatch.Move(indexPath.place, newIndexPath.place)) }
  }

  /// Inserts sections, at indices after the update.
  public func insertSections(_ sections: IndexSet, with animation: RowAnimation) {
    if !sections.isEmpty { animations["insertSections"] = animation }
    change { $0.insertedSections += Array(sections) }
  }

  /// Deletes sections, at indices before the update.
  public func deleteSections(_ sections: IndexSet, with animation: RowAnimation) {
    if !sections.isEmpty { animations["deleteSections"] = animation }
    change { $0.deletedSections += Array(sections) }
  }

  /// Reloads sections, at indices before the update.
  public func reloadSections(_ sections: IndexSet, with animation: RowAnimation) {
    if !sections.isEmpty { animations["reloadSections"] = animation }
    change { $0.reloadedSections += Array(sections) }
  }

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
      // An update makes the table ask again for the heights of visible rows.
      for path in visible.keys { rowHeights[path.section]?[path.row] = nil }
      reconfigure(update.batch.reconfiguredItems.map { IndexPath($0) })
      if window != nil { layoutIfNeeded() }
    }
  }

  /// Moves the visible cells and views to their new places. The content offset does not change.
  func follow(_ update: ListUpdate) {
    bands = nil
    followHeights(update)
    var stays: [IndexPath: UITableViewCell] = [:]
    for (path, cell) in visible {
      if let new = update.path(path) { stays[new] = cell } else { recycle(cell, from: path) }
    }
    visible = stays
    headers = moved(headers, update)
    footers = moved(footers, update)
    selection = selection.compactMap { update.path($0) }
    prefetching.follow(update)
    setNeedsLayout()
  }

  private func moved(_ views: [Int: UIView?], _ update: ListUpdate) -> [Int: UIView?] {
    var result: [Int: UIView?] = [:]
    // Forget sections without a header or footer, so that the table asks again: the first row of a section may add one.
    for (section, view) in views {
      guard let view else { continue }
      if let new = update.section(section) { result[new] = .some(view) } else { recycle(view) }
    }
    return result
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
      request = TableRequest(path: path, existing: cell)
      isUpdatingCells = true
      let answer = data.question { dataSource?.tableView(self, cellForRowAt: path) }
      isUpdatingCells = false
      request = nil
      if answer !== cell {
        refuse(
          "Attempted to reconfigure row \(path.place), but the data source returned a different cell than the one that "
            + "is already displayed; dequeue it with the same reuse identifier and index path.")
      }
    }
  }
}
