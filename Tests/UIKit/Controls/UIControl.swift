/// A view that a user does something with. Actions are closures; there are no selectors off Apple platforms.
@MainActor
open class UIControl: UIView {
  /// What a user does.
  public struct Event: OptionSet, Sendable, Hashable {
    /// One bit for each event.
    public let rawValue: UInt
    /// Makes events.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// A finger goes up inside the control.
    public static let touchUpInside = Event(rawValue: 1 << 6)
    /// The value changed.
    public static let valueChanged = Event(rawValue: 1 << 12)
    /// What the control is for was done.
    public static let primaryActionTriggered = Event(rawValue: 1 << 13)
    /// The text changed.
    public static let editingChanged = Event(rawValue: 1 << 17)
  }

  /// Whether a user can do anything.
  open var isEnabled = true
  private var actions: [(action: UIAction, events: Event)] = []

  /// Makes a control.
  public override init(frame: CGRect) { super.init(frame: frame) }
  /// Makes a control from an archive.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// Makes a control with an action for what it is for.
  public convenience init(frame: CGRect, primaryAction: UIAction?) {
    self.init(frame: frame)
    if let primaryAction { addAction(primaryAction, for: .primaryActionTriggered) }
  }

  /// Adds an action. One with the same identifier for the same events goes.
  open func addAction(_ action: UIAction, for controlEvents: Event) {
    removeAction(identifiedBy: action.identifier, for: controlEvents)
    actions.append((action, controlEvents))
  }

  /// Removes an action.
  open func removeAction(_ action: UIAction, for controlEvents: Event) {
    removeAction(identifiedBy: action.identifier, for: controlEvents)
  }

  /// Removes an action.
  open func removeAction(identifiedBy actionIdentifier: UIAction.Identifier, for controlEvents: Event) {
    actions.removeAll { $0.action.identifier == actionIdentifier && $0.events == controlEvents }
  }

  /// Runs the actions for some events.
  open func sendActions(for controlEvents: Event) {
    for (action, events) in actions where !events.isDisjoint(with: controlEvents) {
      action.sender = self
      action.handler(action)
    }
  }
}
