/// An object that can receive events and text.
@MainActor
open class UIResponder: NSObject {
  /// The text that assistive techniques read.
  open var accessibilityLabel: String?
  /// The identifier for UI tests.
  open var accessibilityIdentifier: String?

  nonisolated override init() { super.init() }

  /// The next responder in the chain.
  open var next: UIResponder? { nil }
  /// Whether it may become the first responder.
  open var canBecomeFirstResponder: Bool { false }
  /// Whether this is the first responder, which receives typed text.
  open var isFirstResponder: Bool { false }

  /// Becomes the first responder if possible.
  @discardableResult open func becomeFirstResponder() -> Bool { false }
  /// Stops being the first responder.
  @discardableResult open func resignFirstResponder() -> Bool { true }
}
