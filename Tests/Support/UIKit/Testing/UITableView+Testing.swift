// Members that Apple's class does not have. With them a test acts as the user and as a storyboard.

extension UITableView {
  /// Whether a batch may also name rows of inserted and deleted sections, as new systems allow.
  public var allowsRowsOfChangedSections: Bool {
    get { data.allowsRedundantItems }
    set { data.allowsRedundantItems = newValue }
  }

  /// The last counts from the data source; nil if the table has to ask for them.
  public var knownCounts: [Int]? { data.counts }

  /// Whether an update forgets the heights of rows that are not visible. These rows are then estimated again.
  public var forgetsHeightsInUpdates: Bool {
    get { forgetsHeights }
    set { forgetsHeights = newValue }
  }

  /// The rows whose heights are known if the table estimates other heights.
  public var measuredRows: [IndexPath] {
    rowHeights.flatMap { section, rows in rows.keys.map { IndexPath(row: $0, section: section) } }.sorted()
  }

  /// The number of idle cells.
  public var waitingCells: Int { cells.count }

  /// The prefetched rows that have not become visible.
  public var prefetchedRows: [IndexPath] { prefetching.places.sorted() }

  /// Registers a class as a storyboard does with a prototype cell.
  public func installPrototype(_ cellClass: UITableViewCell.Type, withIdentifier identifier: String) {
    cells.forget(identifier)
    register(cellClass, forCellReuseIdentifier: identifier)
  }

  /// The animations of the last changes, by the name of the method.
  public var lastAnimations: [String: RowAnimation] { animations }

  /// Taps a row, as the user does.
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

  /// The titles of the actions that a swipe shows. A table whose delegate has no actions offers "Delete".
  public func swipeRow(at path: IndexPath) -> [String] {
    guard data.question({ dataSource?.tableView(self, canEditRowAt: path) ?? false }) else { return [] }
    if let actions = trailingActions(path) { return actions.map { $0.title ?? "" } }
    let style = delegate?.tableView(self, editingStyleForRowAt: path) ?? .delete
    return style == .delete ? ["Delete"] : []
  }

  /// Swipes a row and touches an action, as the user does.
  ///
  /// - Returns: whether the action reported success; nil if there is no such action, or if it has not reported yet.
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

  /// Touches the editing control of a row, as the user does.
  public func commit(_ style: UITableViewCell.EditingStyle, at path: IndexPath) {
    guard data.contains(path.place), let dataSource else { return }
    guard data.question({ dataSource.tableView(self, canEditRowAt: path) }) else { return }
    dataSource.tableView(self, commit: style, forRowAt: path)
  }

  /// Drags a row to another place, as the user does. The place is in the list without the row. The table shows the move
  /// before it calls the data source.
  ///
  /// - Returns: the row's new place; nil if the row cannot be moved.
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

  /// Touches a title of the index, as the user does.
  public func touchIndexTitle(_ title: String) {
    layoutIfNeeded()
    guard let dataSource, let index = indexTitles?.firstIndex(of: title) else { return }
    let section = data.question { dataSource.tableView(self, sectionForSectionIndexTitle: title, at: index) }
    scrollToRow(at: IndexPath(row: NSNotFound, section: section), at: .top, animated: false)
  }
}
