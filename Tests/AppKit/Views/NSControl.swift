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
open class NSSearchField: NSTextField {
  /// Notified, and not retained.
  open weak var delegate: (any NSSearchFieldDelegate)?

  /// A user types another text. `controlTextDidChange` is called for each key.
  public func userTypes(_ text: String) {
    stringValue = text
    delegate?.controlTextDidChange(Notification(name: Self.textDidChangeNotification, object: self))
  }

  /// A user presses the button that removes the text. The double does not call `controlTextDidChange` then: whether AppKit
  /// does is not known.
  public func userClears() {
    stringValue = ""
    delegate?.searchFieldDidEndSearching(self)
  }

  /// The notification of another text.
  public static let textDidChangeNotification = Notification.Name("NSControlTextDidChangeNotification")
}

/// A field's delegate is notified. Methods that may be left out have a default that means the same.
@MainActor
public protocol NSSearchFieldDelegate: NSObjectProtocol {
  /// The user has changed the text.
  func controlTextDidChange(_ obj: Notification)
  /// The user has ended the search.
  func searchFieldDidEndSearching(_ sender: NSSearchField)
}

extension NSSearchFieldDelegate {
  public func controlTextDidChange(_ obj: Notification) {}
  public func searchFieldDidEndSearching(_ sender: NSSearchField) {}
}

/// Shows an image.
@MainActor
open class NSImageView: NSControl {
  /// The image.
  open var image: NSImage?
}

/// An image. The double's is empty.
open class NSImage: NSObject {
  /// The size.
  public let size: CGSize
  /// Makes an empty image.
  public init(size: CGSize) {
    self.size = size
    super.init()
  }
}
