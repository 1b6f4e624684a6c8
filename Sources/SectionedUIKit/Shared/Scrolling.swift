#if canImport(UIKit) && !os(watchOS)
  import UIKit

  extension UIScrollView {
    /// Where what is visible begins, in one direction.
    func visibleStart(isHorizontal: Bool) -> CGFloat {
      isHorizontal ? contentOffset.x + adjustedContentInset.left : contentOffset.y + adjustedContentInset.top
    }

    /// Whether nothing is before what is visible.
    func isAtBeginning(isHorizontal: Bool) -> Bool { visibleStart(isHorizontal: isHorizontal) <= 0.5 }

    /// Scrolls, without animation and as far as there is content, so that what is visible begins at a coordinate.
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
