/// A text field.
@MainActor
open class UITextField: UIControl {
  /// The text.
  open var text: String?
  /// The text that is shown while the field is empty.
  open var placeholder: String?

  open override var canBecomeFirstResponder: Bool { window != nil }
  open override var isFirstResponder: Bool { window?.firstResponder === self }
  /// Whether the user edits the text.
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
