#if canImport(UIKit) && !os(watchOS)
  import UIKit

  extension UIScrollView {
    /// The coordinate at which the visible part begins, in one direction.
    func visibleStart(isHorizontal: Bool) -> CGFloat {
      isHorizontal ? contentOffset.x + adjustedContentInset.left : contentOffset.y + adjustedContentInset.top
    }

    /// Whether no content is before the visible part.
    func isAtBeginning(isHorizontal: Bool) -> Bool { visibleStart(isHorizontal: isHorizontal) <= 0.5 }

    /// Scrolls, without animation and as far as there is content, so that the visible part begins at a coordinate.
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
