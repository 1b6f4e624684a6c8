#if canImport(UIKit) && !os(watchOS)
  import UIKit

  extension UIView {
    /// The views within this one, itself included, that can be edited, in the order of the hierarchy.
    var inputs: [UIView] {
      (canBecomeFirstResponder ? [self] : []) + subviews.flatMap(\.inputs)
    }

    /// Which of the ``inputs`` is edited; nil where none is.
    var editedInput: Int? { inputs.firstIndex { $0.isFirstResponder } }
  }
#endif
