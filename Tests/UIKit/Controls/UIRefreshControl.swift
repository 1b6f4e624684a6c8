/// Shows that a list is refreshed.
@MainActor
open class UIRefreshControl: UIControl {
  /// Whether it is shown.
  open private(set) var isRefreshing = false
  /// What is written beside it.
  open var attributedTitle: NSAttributedString?

  /// Shows it. The actions for a changed value are not run.
  open func beginRefreshing() { isRefreshing = true }

  /// Hides it.
  open func endRefreshing() { isRefreshing = false }
}
