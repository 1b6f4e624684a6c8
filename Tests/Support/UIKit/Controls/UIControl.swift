/// A control. Its actions are closures, because there are no selectors off Apple platforms.
@MainActor
open class UIControl: UIView {
  /// The events of a control.
  public struct Event: OptionSet, Sendable, Hashable {
    /// The bits of the options.
    public let rawValue: UInt
    /// Makes a value with the given bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// A touch ended inside the control.
    public static let touchUpInside = Event(rawValue: 1 << 6)
    /// The value changed.
    public static let valueChanged = Event(rawValue: 1 << 12)
    /// The user triggered the control's primary action.
    public static let primaryActionTriggered = Event(rawValue: 1 << 13)
    /// The user edited the text.
    public static let editingChanged = Event(rawValue: 1 << 17)
  }

  /// Whether the user can use the control.
  open var isEnabled = true
  private var actions: [(action: UIAction, events: Event)] = []

  /// Makes a control.
  public override init(frame: CGRect) { super.init(frame: frame) }
  /// Makes a control from an archive.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// Makes a control with an action for `primaryActionTriggered`.
  public convenience init(frame: CGRect, primaryAction: UIAction?) {
    self.init(frame: frame)
    if let primaryAction { addAction(primaryAction, for: .primaryActionTriggered) }
  }

  /// Adds an action. It replaces an action with the same identifier and events.
  open func addAction(_ action: UIAction, for controlEvents: Event) {
    removeAction(identifiedBy: action.identifier, for: controlEvents)
    actions.append((action, controlEvents))
  }

  /// Removes an action.
  open func removeAction(_ action: UIAction, for controlEvents: Event) {
    removeAction(identifiedBy: action.identifier, for: controlEvents)
  }

  /// Removes the action with an identifier.
  open func removeAction(identifiedBy actionIdentifier: UIAction.Identifier, for controlEvents: Event) {
    actions.removeAll { $0.action.identifier == actionIdentifier && $0.events == controlEvents }
  }

  /// Calls the actions for some events.
  open func sendActions(for controlEvents: Event) {
    for (action, events) in actions where !events.isDisjoint(with: controlEvents) {
      action.sender = self
      action.handler(action)
    }
  }
}
