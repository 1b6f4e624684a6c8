/// A view in the hierarchy of views.
///
/// On Apple platforms `NSObject` declares `init()`. It is not isolated to the main actor, so the double has an
/// initializer with an argument that callers omit.
@MainActor
open class UIView: UIResponder {
  /// The rectangle in the superview.
  open var frame: CGRect {
    get { CGRect(origin: origin, size: bounds.size) }
    set {
      origin = newValue.origin
      bounds.size = newValue.size
    }
  }
  /// The visible rectangle in the view's own coordinates.
  open var bounds: CGRect = .zero {
    didSet { if bounds != oldValue { boundsChanged(from: oldValue) } }
  }
  private var origin: CGPoint = .zero

  /// The superview.
  open internal(set) weak var superview: UIView?
  /// The subviews, from back to front.
  open internal(set) var subviews: [UIView] = []
  /// The window that contains the view; nil if there is none.
  open var window: UIWindow? { superview?.window }

  /// Whether it is not shown.
  open var isHidden = false
  /// The opacity, from 0 to 1.
  open var alpha: CGFloat = 1
  /// The background color.
  open var backgroundColor: UIColor?
  /// The color of interactive elements.
  open var tintColor: UIColor?
  /// A number that identifies the view.
  open var tag = 0
  /// Whether the user can touch the view.
  open var isUserInteractionEnabled = true
  /// Whether the autoresizing mask becomes constraints. The double has no constraints.
  open var translatesAutoresizingMaskIntoConstraints = true
  /// The autoresizing mask. The double only keeps the value.
  open var autoresizingMask: AutoresizingMask = []
  var needsLayout = true

  /// Makes a view.
  public init(frame: CGRect) {
    super.init()
    self.frame = frame
  }

  /// Makes a view from an archive. The double reads none, so the view is empty.
  public required init?(coder: NSCoder) { super.init() }

  /// Makes an empty view.
  public convenience init(_: Void = ()) { self.init(frame: .zero) }

  func boundsChanged(from old: CGRect) {
    if old.size != bounds.size { setNeedsLayout() }
  }

  open override var next: UIResponder? { superview }

  // MARK: Layout

  /// Marks the view for the next layout.
  open func setNeedsLayout() { needsLayout = true }

  /// Lays out the view and its subviews if they are marked for layout.
  open func layoutIfNeeded() {
    if needsLayout {
      needsLayout = false
      layoutSubviews()
    }
    for view in subviews { view.layoutIfNeeded() }
  }

  /// Lays out the subviews.
  open func layoutSubviews() {}

  /// The size that fits the view best.
  open func sizeThatFits(_ size: CGSize) -> CGSize { bounds.size }

  // MARK: Changes of the tree

  /// Called when the view was added to a superview or removed from one.
  open func didMoveToSuperview() {}
  /// Called when the view was added to a window or removed from one.
  open func didMoveToWindow() {}
}

extension UIView {
  /// The parts of a view's frame that change with its superview.
  public struct AutoresizingMask: OptionSet, Sendable {
    /// The bits of the options.
    public let rawValue: UInt
    /// Makes a value with the given bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// The width changes.
    public static let flexibleWidth = AutoresizingMask(rawValue: 1 << 1)
    /// The height changes.
    public static let flexibleHeight = AutoresizingMask(rawValue: 1 << 4)
  }
}
