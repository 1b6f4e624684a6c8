/// A double of AppKit's window.
@MainActor
open class NSWindow: NSResponder {
  /// The view that fills the window.
  open var contentView: NSView? {
    willSet { contentView?.removeFromSuperview() }
    didSet {
      guard let contentView else { return }
      contentView.frame = CGRect(origin: .zero, size: root.frame.size)
      root.addSubview(contentView)
    }
  }
  /// The title for the user.
  open var title = ""
  /// The first responder. While a text field is edited, it is the field editor.
  open internal(set) var firstResponder: NSResponder?
  private let root = WindowRoot(frame: .zero)

  /// The parts of a window.
  public struct StyleMask: OptionSet, Sendable {
    /// The bits of the options.
    public let rawValue: UInt
    /// Makes a value with the given bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// A title bar.
    public static let titled = StyleMask(rawValue: 1)
    /// A close button.
    public static let closable = StyleMask(rawValue: 2)
    /// An edge that resizes the window.
    public static let resizable = StyleMask(rawValue: 8)
  }

  /// The kind of buffer for a window's contents.
  public enum BackingStoreType: UInt, Sendable {
    /// A display buffer.
    case buffered = 2
  }

  /// Makes a window.
  public init(contentRect: CGRect, styleMask style: StyleMask, backing: BackingStoreType, defer flag: Bool) {
    super.init()
    root.ownWindow = self
    root.frame = contentRect
  }

  /// Lays out all views that are marked for layout.
  open func layoutIfNeeded() { root.layoutSubtreeIfNeeded() }

  /// Makes a responder the first responder.
  ///
  /// - Returns: false if the responder or the current first responder refuses.
  open func makeFirstResponder(_ responder: NSResponder?) -> Bool {
    if let responder, responder === firstResponder { return true }
    if let first = firstResponder, !first.resignFirstResponder() { return false }
    firstResponder = nil
    guard let responder else { return true }
    guard responder.acceptsFirstResponder, responder.becomeFirstResponder() else { return false }
    // The window's field editor edits a text field, and is the first responder.
    firstResponder = (responder as? NSTextField).map { NSText(editing: $0) } ?? responder
    return true
  }

  /// The view that is being edited; of the field editor, its text field.
  var editedView: NSView? { (firstResponder as? NSText)?.editedField ?? firstResponder as? NSView }
}

/// The view behind a window's content.
@MainActor
private final class WindowRoot: NSView {
  weak var ownWindow: NSWindow?
  override var window: NSWindow? { ownWindow }
}
