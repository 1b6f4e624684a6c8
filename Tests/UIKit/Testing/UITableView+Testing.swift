// What Apple's class does not have: how a test is the user and the storyboard.

extension UITableView {
  /// Whether rows of inserted and deleted sections may be named beside the section, as new systems let one.
  public var allowsRowsOfChangedSections: Bool {
    get { data.allowsRedundantItems }
    set { data.allowsRedundantItems = newValue }
  }

  /// The counts that the table was given last; nil where it has to ask.
  public var knownCounts: [Int]? { data.counts }

  /// Whether a batch forgets the heights of rows that are not visible, which are estimated again then.
  public var forgetsHeightsInUpdates: Bool {
    get { forgetsHeights }
    set { forgetsHeights = newValue }
  }

  /// The rows whose height the table knows, where it estimates the remaining heights.
  public var measuredRows: [IndexPath] {
    rowHeights.flatMap { section, rows in rows.keys.map { IndexPath(row: $0, section: section) } }.sorted()
  }

  /// How many cells wait for another use.
  public var waitingCells: Int { cells.count }

  /// The rows whose data was asked for and that are not visible.
  public var prefetchedRows: [IndexPath] { prefetching.places.sorted() }

  /// Cells of an identifier are made as a prototype in a storyboard is.
  public func installPrototype(_ cellClass: UITableViewCell.Type, withIdentifier identifier: String) {
    cells.forget(identifier)
    register(cellClass, forCellReuseIdentifier: identifier)
  }

  /// How the last rows and sections came, went or were reloaded, by what was done.
  public var lastAnimations: [String: RowAnimation] { animations }

  /// A user touches a row.
  public func tapRow(at path: IndexPath) {
    guard isEditing ? allowsSelectionDuringEditing || allowsMultipleSelectionDuringEditing : allowsSelection else {
      return
    }
    guard data.contains(path.place), delegate?.tableView(self, shouldHighlightRowAt: path) ?? true else { return }
    if selection.contains(path), allowsSeveral {
      guard let target = delegate.map({ $0.tableView(self, willDeselectRowAt: path) }) ?? path else { return }
      deselectRow(at: target, animated: true)
      delegate?.tableView(self, didDeselectRowAt: target)
      return
    }
    guard let target = delegate.map({ $0.tableView(self, willSelectRowAt: path) }) ?? path else { return }
    let left = allowsSeveral ? [] : selection.filter { $0 != target }
    selectRow(at: target, animated: true, scrollPosition: .none)
    for path in left { delegate?.tableView(self, didDeselectRowAt: path) }
    delegate?.tableView(self, didSelectRowAt: target)
  }

  /// What a user finds who swipes a row to the start. A table whose delegate has no actions offers to delete.
  public func swipeRow(at path: IndexPath) -> [String] {
    guard data.question({ dataSource?.tableView(self, canEditRowAt: path) ?? false }) else { return [] }
    if let actions = trailingActions(path) { return actions.map { $0.title ?? "" } }
    let style = delegate?.tableView(self, editingStyleForRowAt: path) ?? .delete
    return style == .delete ? ["Delete"] : []
  }

  /// A user swipes a row and touches an action.
  ///
  /// - Returns: what the action reported; nil where there is no such action, or it has not reported yet.
  @discardableResult
  public func swipeRow(at path: IndexPath, andTouch title: String) -> Bool? {
    guard swipeRow(at: path).contains(title) else { return nil }
    guard let action = trailingActions(path)?.first(where: { $0.title == title }) else {
      commit(.delete, at: path)
      return true
    }
    var reported: Bool?
    action.handler(action, visible[path] ?? self) { reported = $0 }
    return reported
  }

  private func trailingActions(_ path: IndexPath) -> [UIContextualAction]? {
    unanswered = false
    let found = delegate?.tableView(self, trailingSwipeActionsConfigurationForRowAt: path)
    return found?.actions ?? (delegate == nil || unanswered ? nil : [])
  }

  /// A user touches what a row shows for its editing style.
  public func commit(_ style: UITableViewCell.EditingStyle, at path: IndexPath) {
    guard data.contains(path.place), let dataSource else { return }
    guard data.question({ dataSource.tableView(self, canEditRowAt: path) }) else { return }
    dataSource.tableView(self, commit: style, forRowAt: path)
  }

  /// A user drags a row to another place, as the list is without it. The table shows it there before it reports it.
  ///
  /// - Returns: where the row is then; nil where it cannot be moved.
  @discardableResult
  public func dragRow(at path: IndexPath, to proposed: IndexPath) -> IndexPath? {
    guard isEditing, data.contains(path.place), let dataSource else { return nil }
    guard data.question({ dataSource.tableView(self, canMoveRowAt: path) }) else { return nil }
    let target =
      delegate?.tableView(self, targetIndexPathForMoveFromRowAt: path, toProposedIndexPath: proposed) ?? proposed
    if target != path { follow(data.userMoved(path.place, target.place)) }
    unanswered = false
    dataSource.tableView(self, moveRowAt: path, to: target)
    layoutIfNeeded()
    return target
  }

  /// A user touches a title of the index.
  public func touchIndexTitle(_ title: String) {
    layoutIfNeeded()
    guard let dataSource, let index = indexTitles?.firstIndex(of: title) else { return }
    let section = data.question { dataSource.tableView(self, sectionForSectionIndexTitle: title, at: index) }
    scrollToRow(at: IndexPath(row: NSNotFound, section: section), at: .top, animated: false)
  }
}
