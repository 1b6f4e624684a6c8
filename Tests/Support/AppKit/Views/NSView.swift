/// A view in the hierarchy of views. All views of the double are flipped, so y grows downwards.
///
/// On Apple platforms `NSObject` declares `init()`. It is not isolated to the main actor, so the double has an
/// initializer with an argument that callers omit.
@MainActor
open class NSView: NSResponder {
  /// The rectangle in the superview.
  open var frame: CGRect = .zero {
    didSet { if frame.size != oldValue.size { needsLayout = true } }
  }
  /// The rectangle in the view's own coordinates. The origin of a clip view's bounds is the scroll position.
  open var bounds: CGRect {
    get { CGRect(origin: boundsOrigin, size: frame.size) }
    set {
      boundsOrigin = newValue.origin
      frame.size = newValue.size
    }
  }
  private var boundsOrigin: CGPoint = .zero

  /// The superview.
  open internal(set) weak var superview: NSView?
  /// The subviews, from back to front.
  open internal(set) var subviews: [NSView] = []
  /// The window that contains the view; nil if there is none.
  open var window: NSWindow? { superview?.window }
  /// The identifier under which the view is reused.
  open var identifier: NSUserInterfaceItemIdentifier?
  /// Whether the view is hidden.
  open var isHidden = false
  /// The text that assistive techniques read.
  private var label: String?
  /// Whether the autoresizing mask becomes constraints. The double has no constraints.
  open var translatesAutoresizingMaskIntoConstraints = true
  /// Whether the view is marked for the next layout.
  open var needsLayout = true

  /// Makes a view.
  public init(frame frameRect: CGRect) {
    super.init()
    frame = frameRect
  }

  /// Makes a view from an archive. The double reads none, so the view is empty.
  public required init?(coder: NSCoder) { super.init() }

  /// Makes an empty view.
  public convenience init(_: Void = ()) { self.init(frame: .zero) }

  /// Makes a view of a class that is known only at run time. For Apple's classes `NSObject.init()` does that.
  public required convenience init(ofClass: Void) { self.init(frame: .zero) }

  open override var nextResponder: NSResponder? { superview }

  /// Sets the text that assistive techniques read.
  open func setAccessibilityLabel(_ accessibilityLabel: String?) { label = accessibilityLabel }
  /// Returns the text that assistive techniques read.
  open func accessibilityLabel() -> String? { label }

  // MARK: Dragging

  /// The pasteboard types of drops that the view accepts. `NSCollectionView.h`: "to receive drag messages, you must
  /// first send -registerForDraggedTypes:".
  open private(set) var registeredDraggedTypes: [NSPasteboard.PasteboardType] = []

  /// Registers pasteboard types of drops. It is unknown whether AppKit keeps types that were registered before. The
  /// double drops them, which is stricter.
  open func registerForDraggedTypes(_ newTypes: [NSPasteboard.PasteboardType]) { registeredDraggedTypes = newTypes }

  /// Whether the view accepts drops with some data.
  func takes(_ pasteboard: NSPasteboard) -> Bool {
    (pasteboard.pasteboardItems ?? []).contains { item in item.types.contains(where: registeredDraggedTypes.contains) }
  }

  /// The context menu.
  open var menu: NSMenu?

  // MARK: Layout

  /// Lays out the subviews.
  open func layout() {}

  /// Lays out the view and its subviews if they are marked for layout.
  open func layoutSubtreeIfNeeded() {
    if needsLayout {
      needsLayout = false
      layout()
    }
    for view in subviews { view.layoutSubtreeIfNeeded() }
  }

  // MARK: Changes of the tree

  /// Called when the view was added to a superview or removed from one.
  open func viewDidMoveToSuperview() {}
  /// Called when the view was added to a window or removed from one.
  open func viewDidMoveToWindow() {}
  /// Prepares the view for another row or item. Called before it is used again.
  open func prepareForReuse() {}
}
