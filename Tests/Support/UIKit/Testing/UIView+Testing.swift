// Members that Apple's classes do not have. With them a test acts as the user, the screen and the clock.

extension UIView {
  /// Ends all animations of `UIView.animate` and calls their completions, in order.
  public static func finishAnimations() {
    let ended = Animations.completions
    Animations.completions = []
    for completion in ended { completion(true) }
  }
}

extension UIWindow {
  /// Makes a window with a view that fills it.
  public convenience init(showing view: UIView, width: CGFloat = 320, height: CGFloat = 440) {
    self.init(frame: CGRect(x: 0, y: 0, width: width, height: height))
    view.frame = bounds
    addSubview(view)
  }
}

extension UIScrollView {
  /// Whether animations are running, or completions have not been called.
  public var isAnimating: Bool { !completions.isEmpty }

  /// Ends the running animations and calls their completions, in order. Animations that these begin continue.
  public func finishAnimations(finished: Bool = true) {
    let ended = completions
    completions = []
    for completion in ended { completion(finished) }
  }

  /// Covers the edges of the view, as bars of the screen do.
  public func cover(_ insets: UIEdgeInsets) { coveredInsets = insets }

  /// Scrolls by dragging, as the user does.
  public func drag(to y: CGFloat) {
    isTracking = true
    isDragging = true
    scrollDelegate?.scrollViewWillBeginDragging(self)
    contentOffset.y = y
    layoutIfNeeded()
    isTracking = false
    isDragging = false
    scrollDelegate?.scrollViewDidEndDragging(self, willDecelerate: false)
  }

  /// Pulls to refresh, as the user does.
  public func pullToRefresh() {
    guard let refreshControl, !refreshControl.isRefreshing else { return }
    refreshControl.beginRefreshing()
    refreshControl.sendActions(for: .valueChanged)
  }
}

extension UINib {
  /// Sets the contents of nibs with a name.
  public static func install(_ name: String, _ contents: @escaping () -> [Any]) { installed[name] = contents }
}

extension UIControl {
  /// Touches the control, as the user does.
  public func touch() {
    guard isEnabled else { return }
    sendActions(for: [.touchUpInside, .primaryActionTriggered])
  }
}
