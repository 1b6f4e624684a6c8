import SectionedChanges

extension UITableView {
  /// Makes several changes as one. The completion comes when the animation ends, at a moment that a test chooses.
  public func performBatchUpdates(_ updates: () -> Void, completion: ((Bool) -> Void)? = nil) {
    guard data.begin() else { return }
    areUpdatesAnimated.append(UIView.areAnimationsEnabled)
    updates()
    close()
    if let completion { completions.append(completion) }
  }

  /// Makes several changes as one. Apple's method has a closure that is optional and does not escape, which Swift
  /// cannot write: here are two methods.
  public func performBatchUpdates(_ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil) {
    performBatchUpdates({ updates?() }, completion: completion)
  }

  /// Begins several changes that are made as one.
  public func beginUpdates() { _ = data.begin() }

  /// Makes the changes since the beginning.
  public func endUpdates() { close() }

  /// New rows, at places after the update.
  public func insertRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
    if !indexPaths.isEmpty { animations["insertRows"] = animation }
    change { $0.insertedItems += indexPaths.map(\.place) }
  }

  /// Rows that go, at places before the update.
  public func deleteRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
    if !indexPaths.isEmpty { animations["deleteRows"] = animation }
    change { $0.deletedItems += indexPaths.map(\.place) }
  }

  /// Rows that get other cells, at places before the update.
  public func reloadRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
    if !indexPaths.isEmpty { animations["reloadRows"] = animation }
    change { $0.reloadedItems += indexPaths.map(\.place) }
  }

  /// Rows whose cells are configured again, at places before the update.
  public func reconfigureRows(at indexPaths: [IndexPath]) {
    change { $0.reconfiguredItems += indexPaths.map(\.place) }
  }

  /// A row that goes to a place after the update.
  public func moveRow(at indexPath: IndexPath, to newIndexPath: IndexPath) {
    change { $0.movedItems.append(ViewBatch.Move(indexPath.place, newIndexPath.place)) }
  }

  /// New sections, at indices after the update.
  public func insertSections(_ sections: IndexSet, with animation: RowAnimation) {
    if !sections.isEmpty { animations["insertSections"] = animation }
    change { $0.insertedSections += Array(sections) }
  }

  /// Sections that go, at indices before the update.
  public func deleteSections(_ sections: IndexSet, with animation: RowAnimation) {
    if !sections.isEmpty { animations["deleteSections"] = animation }
    change { $0.deletedSections += Array(sections) }
  }

  /// Sections that are asked for again, at indices before the update.
  public func reloadSections(_ sections: IndexSet, with animation: RowAnimation) {
    if !sections.isEmpty { animations["reloadSections"] = animation }
    change { $0.reloadedSections += Array(sections) }
  }

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
      // What is visible is asked for its height again.
      for path in visible.keys { rowHeights[path.section]?[path.row] = nil }
      reconfigure(update.batch.reconfiguredItems.map { IndexPath($0) })
      if window != nil { layoutIfNeeded() }
    }
  }

  /// Moves what is on the screen to its new places. The offset stays.
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
    // Where there was none, the table asks again: a section may have got one with its first row.
    for (section, view) in views {
      guard let view else { continue }
      if let new = update.section(section) { result[new] = .some(view) } else { recycle(view) }
    }
    return result
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
