extension UIView {
  /// Adds a subview in front of the existing ones.
  public func addSubview(_ view: UIView) { insertSubview(view, at: subviews.count) }

  /// Inserts a subview among the existing ones.
  public func insertSubview(_ view: UIView, at index: Int) {
    let window = view.window
    if view.superview === self {
      subviews.removeAll { $0 === view }
    } else {
      view.leaveSuperview()
    }
    subviews.insert(view, at: min(index, subviews.count))
    view.superview = self
    view.didMoveToSuperview()
    if view.window !== window { view.windowChanged() }
  }

  /// Removes the view from its superview.
  public func removeFromSuperview() {
    guard superview != nil else { return }
    let window = window
    if let first = window?.firstResponder as? UIView, first.isDescendant(of: self) { first.resignFirstResponder() }
    leaveSuperview()
    didMoveToSuperview()
    if window != nil { windowChanged() }
  }

  /// Whether the view is another view or its descendant.
  public func isDescendant(of view: UIView) -> Bool {
    var next: UIView? = self
    while let current = next {
      if current === view { return true }
      next = current.superview
    }
    return false
  }

  /// Ends the editing of text in the view.
  ///
  /// - Returns: whether no text in the view is being edited now.
  @discardableResult
  public func endEditing(_ force: Bool) -> Bool {
    guard let first = window?.firstResponder as? UIView, first.isDescendant(of: self) else { return true }
    return first.resignFirstResponder()
  }

  private func leaveSuperview() {
    superview?.subviews.removeAll { $0 === self }
    superview = nil
  }

  private func windowChanged() {
    didMoveToWindow()
    for view in subviews { view.windowChanged() }
  }
}
