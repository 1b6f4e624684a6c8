extension UITableView {
  /// Scrolls to a row.
  public func scrollToRow(at indexPath: IndexPath, at scrollPosition: ScrollPosition, animated: Bool) {
    let counts = data.load()
    guard counts.indices.contains(indexPath.section) else {
      return refuse(
        "Attempted to scroll the table view to an out-of-bounds section (\(indexPath.section)) when there are only "
          + "\(counts.count) sections.")
    }
    // `NSNotFound` as the row stands for the section itself.
    if indexPath.row == NSNotFound {
      return setContentOffset(bounded(rect(forSection: indexPath.section).minY), animated: animated)
    }
    guard indexPath.row >= 0, indexPath.row < counts[indexPath.section] else {
      return refuse(
        "Attempted to scroll the table view to an out-of-bounds row (\(indexPath.row)) when there are only "
          + "\(counts[indexPath.section]) rows in section \(indexPath.section).")
    }
    let rect = rectForRow(at: indexPath)
    let visible = bounds.inset(by: adjustedContentInset)
    switch scrollPosition {
    case .none: scrollRectToVisible(rect, animated: animated)
    case .top: setContentOffset(bounded(rect.minY - adjustedContentInset.top), animated: animated)
    case .middle:
      setContentOffset(
        bounded(rect.midY - visible.height / 2 - adjustedContentInset.top), animated: animated)
    case .bottom:
      setContentOffset(bounded(rect.maxY - visible.height - adjustedContentInset.top), animated: animated)
    }
  }

  /// Returns an offset limited to the content.
  private func bounded(_ y: CGFloat) -> CGPoint {
    let inset = adjustedContentInset
    let last = max(-inset.top, contentSize.height + inset.bottom - bounds.height)
    return CGPoint(x: contentOffset.x, y: min(max(y, -inset.top), last))
  }
}
