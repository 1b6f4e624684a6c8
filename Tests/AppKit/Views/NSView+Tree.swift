extension NSView {
  /// Adds a subview in front of the existing ones.
  public func addSubview(_ view: NSView) {
    let window = view.window
    view.leaveSuperview()
    subviews.append(view)
    view.superview = self
    view.viewDidMoveToSuperview()
    if view.window !== window { view.windowChanged() }
  }

  /// Removes it from its superview. A view in it that is edited is not edited any more.
  public func removeFromSuperview() {
    guard superview != nil else { return }
    let window = window
    if let edited = window?.editedView, edited.isDescendant(of: self) { _ = window?.makeFirstResponder(nil) }
    leaveSuperview()
    viewDidMoveToSuperview()
    if window != nil { windowChanged() }
  }

  /// Whether it is a view or in it.
  public func isDescendant(of view: NSView) -> Bool {
    var next: NSView? = self
    while let current = next {
      if current === view { return true }
      next = current.superview
    }
    return false
  }

  private func leaveSuperview() {
    superview?.subviews.removeAll { $0 === self }
    superview = nil
  }

  private func windowChanged() {
    viewDidMoveToWindow()
    for view in subviews { view.windowChanged() }
  }
}

extension NSView {
  /// The scroll view whose content this is, or is in.
  public var enclosingScrollView: NSScrollView? {
    var next = superview
    while let current = next {
      if let scroll = current as? NSScrollView { return scroll }
      next = current.superview
    }
    return nil
  }

  /// The visible part, in its own space.
  public var visibleRect: CGRect {
    guard let clip = superview as? NSClipView else { return bounds }
    return bounds.intersection(clip.bounds)
  }

  /// Scrolls the enclosing clip view, as far as there is content, so that a point is its origin.
  public func scroll(_ point: CGPoint) { (superview as? NSClipView)?.scroll(to: point) }
}
