/// A view that shows a value.
@MainActor
open class NSControl: NSView {
  /// The value as a text.
  open var stringValue = ""
  /// Whether it can be used.
  open var isEnabled = true
  /// A number that names it.
  open var tag = 0

  /// Makes a control.
  public override init(frame frameRect: CGRect) { super.init(frame: frameRect) }
  /// Makes a control from an archive.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// The editor of its text; nil while it is not edited.
  open func currentEditor() -> NSText? {
    (window?.firstResponder as? NSText).flatMap { $0.editedField === self ? $0 : nil }
  }
}

/// Edits the text of a field.
@MainActor
open class NSText: NSView {
  weak var editedField: NSTextField?

  convenience init(editing field: NSTextField) {
    self.init(frame: .zero)
    editedField = field
  }

  open override var acceptsFirstResponder: Bool { true }
}

/// A line of text, which a user may edit.
@MainActor
open class NSTextField: NSControl {
  /// Whether a user may edit the text.
  open var isEditable = true
  /// The text that is shown while there is none.
  open var placeholderString: String?

  /// Makes a text that nobody edits.
  public convenience init(labelWithString stringValue: String) {
    self.init(frame: .zero)
    self.stringValue = stringValue
    isEditable = false
  }

  /// Makes a field with a text.
  public convenience init(string stringValue: String) {
    self.init(frame: .zero)
    self.stringValue = stringValue
  }

  open override var acceptsFirstResponder: Bool { isEditable && window != nil }
}

/// A field that is searched by.
@MainActor
open class NSSearchField: NSTextField {}

/// Shows an image.
@MainActor
open class NSImageView: NSControl {}
