/// An object that can receive events: a view, a window, or the field editor.
@MainActor
open class NSResponder: NSObject {
  nonisolated override init() { super.init() }

  /// The next responder in the chain.
  open var nextResponder: NSResponder? { nil }
  /// Whether this can become the first responder.
  open var acceptsFirstResponder: Bool { false }

  /// Called before this becomes the first responder. Returns false to refuse.
  open func becomeFirstResponder() -> Bool { true }
  /// Called before this stops being the first responder. Returns false to refuse.
  open func resignFirstResponder() -> Bool { true }
}
