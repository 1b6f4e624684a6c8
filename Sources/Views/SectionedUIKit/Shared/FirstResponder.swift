#if canImport(UIKit) && !os(watchOS)
  import UIKit

  extension UIView {
    /// The views that can become first responder in this hierarchy, including the view itself, in depth-first order.
    var inputs: [UIView] {
      (canBecomeFirstResponder ? [self] : []) + subviews.flatMap(\.inputs)
    }

    /// The index of the first responder among the ``inputs``; nil if none of them is it.
    var editedInput: Int? { inputs.firstIndex { $0.isFirstResponder } }
  }
#endif
