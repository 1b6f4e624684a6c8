import SectionedChanges

extension UITableView {
  /// The number of sections, as of the last counts.
  public var numberOfSections: Int { data.load().count }

  /// The number of rows in a section, as of the last counts.
  public func numberOfRows(inSection section: Int) -> Int {
    let counts = data.load()
    guard counts.indices.contains(section) else {
      refuse("Requested the number of rows for section (\(section)) which is out of bounds.")
      return 0
    }
    return counts[section]
  }

  /// Whether a batch update is open.
  public var hasUncommittedUpdates: Bool { data.depth > 0 }

  /// Forgets the counts and heights, and recycles all cells and views.
  func forget() {
    data.forget()
    bands = nil
    rowHeights = [:]
    for (path, cell) in visible { recycle(cell, from: path) }
    visible = [:]
    for (_, view) in headers { recycle(view) }
    for (_, view) in footers { recycle(view) }
    headers = [:]
    footers = [:]
    selection = []
    prefetching.clear()
    setNeedsLayout()
  }

  func recycle(_ view: UIView?) {
    view?.removeFromSuperview()
    if let view = view as? UITableViewHeaderFooterView { headersAndFooters.put(view, view.reuseIdentifier) }
  }

  func recycle(_ cell: UITableViewCell, from path: IndexPath) {
    cell.removeFromSuperview()
    delegate?.tableView(self, didEndDisplaying: cell, forRowAt: path)
    cells.put(cell, cell.reuseIdentifier)
  }
}
