/// A window: the root of a view hierarchy.
@MainActor
open class UIWindow: UIView {
  weak var firstResponder: UIResponder?

  /// The controller whose view fills the window.
  open var rootViewController: UIViewController? {
    didSet {
      oldValue?.viewIfLoaded?.removeFromSuperview()
      guard let view = rootViewController?.view else { return }
      view.frame = bounds
      addSubview(view)
    }
  }

  open override var window: UIWindow? { self }

  /// Shows the window.
  open func makeKeyAndVisible() { isHidden = false }
}
