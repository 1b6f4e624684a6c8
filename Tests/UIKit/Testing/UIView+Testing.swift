// What Apple's classes do not have: how a test is the user, the screen and the clock.

extension UIView {
  /// Ends all animations of `UIView.animate`, in order.
  public static func finishAnimations() {
    let ended = Animations.completions
    Animations.completions = []
    for completion in ended { completion(true) }
  }
}

extension UIWindow {
  /// Makes a window with a view that fills it, as tests want one.
  public convenience init(showing view: UIView, width: CGFloat = 320, height: CGFloat = 440) {
    self.init(frame: CGRect(x: 0, y: 0, width: width, height: height))
    view.frame = bounds
    addSubview(view)
  }
}

extension UIScrollView {
  /// Whether animations are under way, or their completions not called yet.
  public var isAnimating: Bool { !completions.isEmpty }

  /// Ends the animations under way and calls their completions, in order. What they begin goes on.
  public func finishAnimations(finished: Bool = true) {
    let ended = completions
    completions = []
    for completion in ended { completion(finished) }
  }

  /// Covers edges of the view, as bars of the screen do.
  public func cover(_ insets: UIEdgeInsets) { coveredInsets = insets }

  /// A user scrolls, and lets go.
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

  /// A user pulls the content down until it is refreshed.
  public func pullToRefresh() {
    guard let refreshControl, !refreshControl.isRefreshing else { return }
    refreshControl.beginRefreshing()
    refreshControl.sendActions(for: .valueChanged)
  }
}

extension UINib {
  /// Sets what is in the nibs with a name.
  public static func install(_ name: String, _ contents: @escaping () -> [Any]) { installed[name] = contents }
}

extension UIControl {
  /// A user touches the control.
  public func touch() {
    guard isEnabled else { return }
    sendActions(for: [.touchUpInside, .primaryActionTriggered])
  }
}
