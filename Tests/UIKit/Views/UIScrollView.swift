/// A view that shows a part of what is in it: its bounds begin at the content offset.
@MainActor
open class UIScrollView: UIView {
  /// Where what is visible begins.
  open var contentOffset: CGPoint {
    get { bounds.origin }
    set { bounds.origin = newValue }
  }
  /// The size of all that can be scrolled to.
  open var contentSize: CGSize = .zero
  /// What is added around the content.
  open var contentInset: UIEdgeInsets = .zero
  /// What the screen covers of the view, as a test sets it.
  var coveredInsets: UIEdgeInsets = .zero
  /// The content's inset with what the screen covers.
  open var adjustedContentInset: UIEdgeInsets {
    UIEdgeInsets(
      top: contentInset.top + coveredInsets.top, left: contentInset.left + coveredInsets.left,
      bottom: contentInset.bottom + coveredInsets.bottom, right: contentInset.right + coveredInsets.right)
  }
  /// Whether a finger is on the view.
  open internal(set) var isTracking = false
  /// Whether a finger scrolls the view.
  open internal(set) var isDragging = false
  /// Whether the view goes on scrolling without a finger.
  open internal(set) var isDecelerating = false
  /// Whether a user may scroll.
  open var isScrollEnabled = true
  /// Whether there is always something to scroll.
  open var alwaysBounceVertical = false
  /// Refreshes the content when a user pulls it down.
  open var refreshControl: UIRefreshControl? {
    didSet {
      oldValue?.removeFromSuperview()
      if let refreshControl { insertSubview(refreshControl, at: 0) }
    }
  }
  weak var scrollDelegate: (any UIScrollViewDelegate)?
  /// What is called when the animations under way end.
  var completions: [(Bool) -> Void] = []

  override func boundsChanged(from old: CGRect) {
    super.boundsChanged(from: old)
    guard old.origin != bounds.origin else { return }
    setNeedsLayout()
    scrollDelegate?.scrollViewDidScroll(self)
  }

  /// Scrolls. An animated scroll arrives when its animation ends.
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

  /// Scrolls as little as needed to show a rectangle.
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
