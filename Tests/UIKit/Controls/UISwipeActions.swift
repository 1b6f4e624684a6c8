/// Something a user may do with a row that is swiped.
@MainActor
open class UIContextualAction: NSObject {
  /// Whether the action takes the row away.
  public enum Style: Int, Sendable {
    case normal, destructive
  }

  /// What the action does. It calls the last argument when it is done, with whether it was.
  public typealias Handler = (UIContextualAction, UIView, @escaping (Bool) -> Void) -> Void

  /// Whether the action takes the row away.
  public let style: Style
  /// What the user reads.
  open var title: String?
  /// What the user sees.
  open var image: UIImage?
  /// What is behind it.
  open var backgroundColor: UIColor?
  /// What it does.
  public let handler: Handler

  /// Makes an action.
  public init(style: Style, title: String?, handler: @escaping Handler) {
    self.style = style
    self.title = title
    self.handler = handler
    super.init()
  }
}

/// What a user may do with a row that is swiped.
@MainActor
open class UISwipeActionsConfiguration: NSObject {
  /// In order from the edge.
  public let actions: [UIContextualAction]
  /// Whether a whole swipe does the first action.
  open var performsFirstActionWithFullSwipe = true

  /// Makes a configuration.
  public init(actions: [UIContextualAction]) {
    self.actions = actions
    super.init()
  }
}

/// A menu for something on the screen.
@MainActor
open class UIContextMenuConfiguration: NSObject {
  /// Names what it is for.
  public let identifier: any NSCopying

  /// Makes a configuration.
  public init(identifier: (any NSCopying)? = nil) {
    self.identifier = identifier ?? UUID().uuidString as NSString
    super.init()
  }
}
