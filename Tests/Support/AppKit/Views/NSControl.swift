/// A control.
@MainActor
open class NSControl: NSView {
  /// The value as text.
  open var stringValue = ""
  /// Whether the user can use the control.
  open var isEnabled = true
  /// A number that identifies the control.
  open var tag = 0

  /// Makes a control.
  public override init(frame frameRect: CGRect) { super.init(frame: frameRect) }
  /// Makes a control from an archive.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// The field editor of the control; nil while it is not being edited.
  open func currentEditor() -> NSText? {
    (window?.firstResponder as? NSText).flatMap { $0.editedField === self ? $0 : nil }
  }
}

/// The field editor of a text field.
@MainActor
open class NSText: NSView {
  weak var editedField: NSTextField?

  convenience init(editing field: NSTextField) {
    self.init(frame: .zero)
    editedField = field
  }

  open override var acceptsFirstResponder: Bool { true }
}

/// A text field.
@MainActor
open class NSTextField: NSControl {
  /// Whether the user may edit the text.
  open var isEditable = true
  /// The text that is shown while the field is empty.
  open var placeholderString: String?

  /// Makes a label, which the user cannot edit.
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

/// A search field.
@MainActor
open class NSSearchField: NSTextField {
  /// The delegate.
  open weak var delegate: (any NSSearchFieldDelegate)?

  /// Types a text, as the user does. A user's typing calls `controlTextDidChange` for each key; this method calls it
  /// once.
  public func userTypes(_ text: String) {
    stringValue = text
    delegate?.controlTextDidChange(Notification(name: Self.textDidChangeNotification, object: self))
  }

  /// Clicks the cancel button, as the user does. It is unknown whether AppKit also calls `controlTextDidChange`. The
  /// double does not.
  public func userClears() {
    stringValue = ""
    delegate?.searchFieldDidEndSearching(self)
  }

  /// Posted when the text has changed.
  public static let textDidChangeNotification = Notification.Name("NSControlTextDidChangeNotification")
}

/// The delegate of a search field. Optional methods have a default implementation with the effect of a missing method.
@MainActor
public protocol NSSearchFieldDelegate: NSObjectProtocol {
  /// Called when the user has changed the text.
  func controlTextDidChange(_ obj: Notification)
  /// Called when the user has ended the search.
  func searchFieldDidEndSearching(_ sender: NSSearchField)
}

extension NSSearchFieldDelegate {
  public func controlTextDidChange(_ obj: Notification) {}
  public func searchFieldDidEndSearching(_ sender: NSSearchField) {}
}

/// A view that shows an image.
@MainActor
open class NSImageView: NSControl {
  /// The image.
  open var image: NSImage?
}

/// An image. In the double it is empty.
open class NSImage: NSObject {
  /// The size.
  public let size: CGSize
  /// Makes an empty image.
  public init(size: CGSize) {
    self.size = size
    super.init()
  }
}
