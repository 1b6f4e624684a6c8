#if canImport(UIKit) && !os(watchOS)
  import UIKit

  extension UIScrollView {
    /// The coordinate at which the visible part begins, horizontally or vertically.
    func visibleStart(isHorizontal: Bool) -> CGFloat {
      isHorizontal ? contentOffset.x + adjustedContentInset.left : contentOffset.y + adjustedContentInset.top
    }

    /// Whether the visible part begins where the content begins.
    func isAtBeginning(isHorizontal: Bool) -> Bool { visibleStart(isHorizontal: isHorizontal) <= 0.5 }

    /// Scrolls without animation until the visible part begins at a coordinate, or at the limit of the content.
    func setVisibleStart(_ start: CGFloat, isHorizontal: Bool) {
      let inset = adjustedContentInset
      if isHorizontal {
        let end = contentSize.width + inset.left + inset.right - bounds.width
        setContentOffset(CGPoint(x: max(0, min(start, end)) - inset.left, y: contentOffset.y), animated: false)
      } else {
        let end = contentSize.height + inset.top + inset.bottom - bounds.height
        setContentOffset(CGPoint(x: contentOffset.x, y: max(0, min(start, end)) - inset.top), animated: false)
      }
    }
  }
#endif
