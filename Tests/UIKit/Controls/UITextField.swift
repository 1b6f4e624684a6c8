/// A line of text that a user edits.
@MainActor
open class UITextField: UIControl {
  /// The text.
  open var text: String?
  /// What stands there without text.
  open var placeholder: String?

  open override var canBecomeFirstResponder: Bool { window != nil }
  open override var isFirstResponder: Bool { window?.firstResponder === self }
  /// Whether its text is edited.
  open var isEditing: Bool { isFirstResponder }

  @discardableResult
  open override func becomeFirstResponder() -> Bool {
    guard canBecomeFirstResponder else { return false }
    window?.firstResponder = self
    return true
  }

  @discardableResult
  open override func resignFirstResponder() -> Bool {
    if isFirstResponder { window?.firstResponder = nil }
    return true
  }
}
