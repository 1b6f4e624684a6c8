/// A rectangle on the screen that contains further views.
///
/// On Apple platforms `init()` is inherited from `NSObject`. Here it has an argument that is never given: `NSObject`'s
/// own is not isolated to the main actor.
@MainActor
open class UIView: UIResponder {
  /// Where it is in its superview.
  open var frame: CGRect {
    get { CGRect(origin: origin, size: bounds.size) }
    set {
      origin = newValue.origin
      bounds.size = newValue.size
    }
  }
  /// What of its own space is visible.
  open var bounds: CGRect = .zero {
    didSet { if bounds != oldValue { boundsChanged(from: oldValue) } }
  }
  private var origin: CGPoint = .zero

  /// The view that it is in.
  open internal(set) weak var superview: UIView?
  /// The views in it, from back to front.
  open internal(set) var subviews: [UIView] = []
  /// The window that it is in; nil where it is on no screen.
  open var window: UIWindow? { superview?.window }

  /// Whether it is not shown.
  open var isHidden = false
  /// How opaque it is.
  open var alpha: CGFloat = 1
  /// What is behind its contents.
  open var backgroundColor: UIColor?
  /// The colour of what can be touched.
  open var tintColor: UIColor?
  /// Names it in its window.
  open var tag = 0
  /// Whether it takes touches.
  open var isUserInteractionEnabled = true
  /// Whether its resizing mask is made into constraints. The double has no constraints.
  open var translatesAutoresizingMaskIntoConstraints = true
  /// How it is resized with its superview. The double keeps the value only.
  open var autoresizingMask: AutoresizingMask = []
  var needsLayout = true

  /// Makes a view.
  public init(frame: CGRect) {
    super.init()
    self.frame = frame
  }

  /// Makes a view from an archive. The double has none: the view is empty.
  public required init?(coder: NSCoder) { super.init() }

  /// Makes an empty view.
  public convenience init(_: Void = ()) { self.init(frame: .zero) }

  func boundsChanged(from old: CGRect) {
    if old.size != bounds.size { setNeedsLayout() }
  }

  open override var next: UIResponder? { superview }

  // MARK: Layout

  /// Asks for a layout at the end of the turn.
  open func setNeedsLayout() { needsLayout = true }

  /// Lays out now what needs it.
  open func layoutIfNeeded() {
    if needsLayout {
      needsLayout = false
      layoutSubviews()
    }
    for view in subviews { view.layoutIfNeeded() }
  }

  /// Lays out the views in it.
  open func layoutSubviews() {}

  /// The size that fits it best.
  open func sizeThatFits(_ size: CGSize) -> CGSize { bounds.size }

  // MARK: Changes of the tree

  /// It came into a superview, or left one.
  open func didMoveToSuperview() {}
  /// It came into a window, or left one.
  open func didMoveToWindow() {}
}

extension UIView {
  /// How a view is resized with its superview.
  public struct AutoresizingMask: OptionSet, Sendable {
    /// One bit for each part.
    public let rawValue: UInt
    /// Makes a mask.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// The width changes.
    public static let flexibleWidth = AutoresizingMask(rawValue: 1 << 1)
    /// The height changes.
    public static let flexibleHeight = AutoresizingMask(rawValue: 1 << 4)
  }
}
