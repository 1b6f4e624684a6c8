/// A rectangle in a window that contains further views. The double's views are all flipped: y grows downwards.
///
/// On Apple platforms `init()` is inherited from `NSObject`. Here it has an argument that is never given: `NSObject`'s
/// own is not isolated to the main actor.
@MainActor
open class NSView: NSResponder {
  /// The place in the superview.
  open var frame: CGRect = .zero {
    didSet { if frame.size != oldValue.size { needsLayout = true } }
  }
  /// The view's own space. A clip view's origin is the scroll position.
  open var bounds: CGRect {
    get { CGRect(origin: boundsOrigin, size: frame.size) }
    set {
      boundsOrigin = newValue.origin
      frame.size = newValue.size
    }
  }
  private var boundsOrigin: CGPoint = .zero

  /// The view that it is in.
  open internal(set) weak var superview: NSView?
  /// The views in it, from back to front.
  open internal(set) var subviews: [NSView] = []
  /// The window that it is in; nil where it is on no screen.
  open var window: NSWindow? { superview?.window }
  /// Names the view, and those that can be reused in its place.
  open var identifier: NSUserInterfaceItemIdentifier?
  /// Whether it is not shown.
  open var isHidden = false
  /// The text that assistive techniques read.
  private var label: String?
  /// Whether its resizing mask becomes constraints. The double has no constraints.
  open var translatesAutoresizingMaskIntoConstraints = true
  /// Whether it is laid out at the end of the turn.
  open var needsLayout = true

  /// Makes a view.
  public init(frame frameRect: CGRect) {
    super.init()
    frame = frameRect
  }

  /// Makes a view from an archive. The double has none: the view is empty.
  public required init?(coder: NSCoder) { super.init() }

  /// Makes an empty view.
  public convenience init(_: Void = ()) { self.init(frame: .zero) }

  /// Makes a view of a class that is known at run time only. Apple's classes are made by `NSObject.init()` then.
  public required convenience init(ofClass: Void) { self.init(frame: .zero) }

  open override var nextResponder: NSResponder? { superview }

  /// Sets what assistive techniques read.
  open func setAccessibilityLabel(_ accessibilityLabel: String?) { label = accessibilityLabel }
  /// Returns what assistive techniques read.
  open func accessibilityLabel() -> String? { label }

  // MARK: Dragging

  /// The kinds of data that may be dropped here: "to receive drag messages, you must first send
  /// -registerForDraggedTypes:" (NSCollectionView.h).
  open private(set) var registeredDraggedTypes: [NSPasteboard.PasteboardType] = []

  /// Declares kinds of data that may be dropped here. Whether those that were declared before remain is not known: the
  /// double drops them, which is stricter.
  open func registerForDraggedTypes(_ newTypes: [NSPasteboard.PasteboardType]) { registeredDraggedTypes = newTypes }

  /// Whether a drag with some data may be dropped here.
  func takes(_ pasteboard: NSPasteboard) -> Bool {
    (pasteboard.pasteboardItems ?? []).contains { item in item.types.contains(where: registeredDraggedTypes.contains) }
  }

  /// The menu for a click with the other button.
  open var menu: NSMenu?

  // MARK: Layout

  /// Lays out the views in it.
  open func layout() {}

  /// Lays out now what needs it.
  open func layoutSubtreeIfNeeded() {
    if needsLayout {
      needsLayout = false
      layout()
    }
    for view in subviews { view.layoutSubtreeIfNeeded() }
  }

  // MARK: Changes of the tree

  /// Called when it came into a superview, or left one.
  open func viewDidMoveToSuperview() {}
  /// Called when it came into a window, or left one.
  open func viewDidMoveToWindow() {}
  /// Called before it is used for another row or item.
  open func prepareForReuse() {}
}
