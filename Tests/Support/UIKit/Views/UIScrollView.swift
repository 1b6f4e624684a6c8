/// A view that shows a part of its content. The origin of its bounds is the content offset.
@MainActor
open class UIScrollView: UIView {
  /// The point of the content at which the visible part begins.
  open var contentOffset: CGPoint {
    get { bounds.origin }
    set { bounds.origin = newValue }
  }
  /// The size of the content.
  open var contentSize: CGSize = .zero
  /// The insets around the content.
  open var contentInset: UIEdgeInsets = .zero
  /// The insets that bars of the screen cover. A test sets them.
  var coveredInsets: UIEdgeInsets = .zero
  /// The content insets and the covered insets together.
  open var adjustedContentInset: UIEdgeInsets {
    UIEdgeInsets(
      top: contentInset.top + coveredInsets.top, left: contentInset.left + coveredInsets.left,
      bottom: contentInset.bottom + coveredInsets.bottom, right: contentInset.right + coveredInsets.right)
  }
  /// Whether a finger touches the view.
  open internal(set) var isTracking = false
  /// Whether a finger scrolls the view.
  open internal(set) var isDragging = false
  /// Whether the view continues to scroll without a finger.
  open internal(set) var isDecelerating = false
  /// Whether the user may scroll.
  open var isScrollEnabled = true
  /// Whether the user can scroll even if the content fits.
  open var alwaysBounceVertical = false
  /// The refresh control, which the user pulls down.
  open var refreshControl: UIRefreshControl? {
    didSet {
      oldValue?.removeFromSuperview()
      if let refreshControl { insertSubview(refreshControl, at: 0) }
    }
  }
  weak var scrollDelegate: (any UIScrollViewDelegate)?
  /// The completions of running animations.
  var completions: [(Bool) -> Void] = []

  override func boundsChanged(from old: CGRect) {
    super.boundsChanged(from: old)
    guard old.origin != bounds.origin else { return }
    setNeedsLayout()
    scrollDelegate?.scrollViewDidScroll(self)
  }

  /// Scrolls to an offset. With animation, the offset changes when a test ends the animation.
  open func setContentOffset(_ contentOffset: CGPoint, animated: Bool) {
    guard animated, window != nil, UIView.areAnimationsEnabled else {
      self.contentOffset = contentOffset
      return
    }
    completions.append { [weak self] _ in
      guard let self else { return }
      self.contentOffset = contentOffset
      scrollDelegate?.scrollViewDidEndScrollingAnimation(self)
    }
  }

  /// Scrolls as little as necessary to show a rectangle.
  open func scrollRectToVisible(_ rect: CGRect, animated: Bool) {
    let visible = bounds.inset(by: adjustedContentInset)
    var offset = contentOffset
    if rect.minY < visible.minY {
      offset.y += rect.minY - visible.minY
    } else if rect.maxY > visible.maxY {
      offset.y += rect.maxY - visible.maxY
    }
    setContentOffset(offset, animated: animated)
  }
}
