/// An object that takes events: a view, a window, or the text that is edited.
@MainActor
open class NSResponder: NSObject {
  nonisolated override init() { super.init() }

  /// The responder behind this one.
  open var nextResponder: NSResponder? { nil }
  /// Whether it may become the first responder.
  open var acceptsFirstResponder: Bool { false }

  /// Called before it becomes the first responder. False refuses.
  open func becomeFirstResponder() -> Bool { true }
  /// Called before another one becomes the first responder. False refuses.
  open func resignFirstResponder() -> Bool { true }
}
