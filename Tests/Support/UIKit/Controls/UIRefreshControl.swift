/// A refresh control.
@MainActor
open class UIRefreshControl: UIControl {
  /// Whether the control shows that a refresh is running.
  open private(set) var isRefreshing = false
  /// The title beside the control.
  open var attributedTitle: NSAttributedString?

  /// Begins to show a refresh. It does not call the actions for `valueChanged`.
  open func beginRefreshing() { isRefreshing = true }

  /// Ends showing a refresh.
  open func endRefreshing() { isRefreshing = false }
}
