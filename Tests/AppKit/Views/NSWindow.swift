/// A window on the screen.
@MainActor
open class NSWindow: NSResponder {
  /// The view that fills it.
  open var contentView: NSView? {
    willSet { contentView?.removeFromSuperview() }
    didSet {
      guard let contentView else { return }
      contentView.frame = CGRect(origin: .zero, size: root.frame.size)
      root.addSubview(contentView)
    }
  }
  /// The text in its bar.
  open var title = ""
  /// The responder that gets what is typed: of a text field, its editor.
  open internal(set) var firstResponder: NSResponder?
  private let root = WindowRoot(frame: .zero)

  /// The parts that a window has.
  public struct StyleMask: OptionSet, Sendable {
    /// A bit for each part.
    public let rawValue: UInt
    /// Makes a mask.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// A bar with a title.
    public static let titled = StyleMask(rawValue: 1)
    /// A button that closes it.
    public static let closable = StyleMask(rawValue: 2)
    /// An edge that resizes it.
    public static let resizable = StyleMask(rawValue: 8)
  }

  /// The place where its contents are drawn.
  public enum BackingStoreType: UInt, Sendable {
    /// A buffer.
    case buffered = 2
  }

  /// Makes a window.
  public init(contentRect: CGRect, styleMask style: StyleMask, backing: BackingStoreType, defer flag: Bool) {
    super.init()
    root.ownWindow = self
    root.frame = contentRect
  }

  /// Lays out now what needs it.
  open func layoutIfNeeded() { root.layoutSubtreeIfNeeded() }

  /// Makes a responder the first one.
  ///
  /// - Returns: false where the responder, or the one before it, refuses.
  open func makeFirstResponder(_ responder: NSResponder?) -> Bool {
    if let responder, responder === firstResponder { return true }
    if let first = firstResponder, !first.resignFirstResponder() { return false }
    firstResponder = nil
    guard let responder else { return true }
    guard responder.acceptsFirstResponder, responder.becomeFirstResponder() else { return false }
    // A text field is edited by its window's editor, which is the first responder then.
    firstResponder = (responder as? NSTextField).map { NSText(editing: $0) } ?? responder
    return true
  }

  /// The view that is edited.
  var editedView: NSView? { (firstResponder as? NSText)?.editedField ?? firstResponder as? NSView }
}

/// The view behind a window's content.
@MainActor
private final class WindowRoot: NSView {
  weak var ownWindow: NSWindow?
  override var window: NSWindow? { ownWindow }
}
