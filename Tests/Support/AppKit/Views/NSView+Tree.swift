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

  /// Removes the view from its superview. This ends the editing of text in it.
  public func removeFromSuperview() {
    guard superview != nil else { return }
    let window = window
    if let edited = window?.editedView, edited.isDescendant(of: self) { _ = window?.makeFirstResponder(nil) }
    leaveSuperview()
    viewDidMoveToSuperview()
    if window != nil { windowChanged() }
  }

  /// Whether the view is another view or its descendant.
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
  /// The scroll view that contains the view.
  public var enclosingScrollView: NSScrollView? {
    var next = superview
    while let current = next {
      if let scroll = current as? NSScrollView { return scroll }
      next = current.superview
    }
    return nil
  }

  /// The visible part in the view's own coordinates.
  public var visibleRect: CGRect {
    guard let clip = superview as? NSClipView else { return bounds }
    return bounds.intersection(clip.bounds)
  }

  /// Scrolls the clip view to a point, limited to the content.
  public func scroll(_ point: CGPoint) { (superview as? NSClipView)?.scroll(to: point) }
}
