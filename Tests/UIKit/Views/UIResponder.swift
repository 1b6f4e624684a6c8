/// What text is typed into.
@MainActor
open class UIResponder: NSObject {
  /// What assistive techniques read for it.
  open var accessibilityLabel: String?
  /// Names it for tests of an app.
  open var accessibilityIdentifier: String?

  nonisolated override init() { super.init() }

  /// The responder behind this one.
  open var next: UIResponder? { nil }
  /// Whether it may become the first responder.
  open var canBecomeFirstResponder: Bool { false }
  /// Whether text is typed into it.
  open var isFirstResponder: Bool { false }

  /// Asks for what is typed.
  @discardableResult open func becomeFirstResponder() -> Bool { false }
  /// Gives up what is typed.
  @discardableResult open func resignFirstResponder() -> Bool { true }
}
