#if canImport(UIKit) && !os(watchOS)
  import UIKit

  extension UIView {
    /// The views within this one, itself included, that can be edited, in the order of the hierarchy.
    var inputs: [UIView] {
      (canBecomeFirstResponder ? [self] : []) + subviews.flatMap(\.inputs)
    }

    /// The index of the edited one among the ``inputs``; nil where none is edited.
    var editedInput: Int? { inputs.firstIndex { $0.isFirstResponder } }
  }
#endif
