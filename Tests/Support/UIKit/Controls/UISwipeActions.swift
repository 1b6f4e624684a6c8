/// A swipe action of a row.
@MainActor
open class UIContextualAction: NSObject {
  /// The style of a swipe action. `destructive` is for actions that delete the row.
  public enum Style: Int, Sendable {
    case normal, destructive
  }

  /// The closure of a swipe action. It calls its last argument when it has finished, with whether it succeeded.
  public typealias Handler = (UIContextualAction, UIView, @escaping (Bool) -> Void) -> Void

  /// The style of the action.
  public let style: Style
  /// The title for the user.
  open var title: String?
  /// The image for the user.
  open var image: UIImage?
  /// The background color.
  open var backgroundColor: UIColor?
  /// The closure of the action.
  public let handler: Handler

  /// Makes an action.
  public init(style: Style, title: String?, handler: @escaping Handler) {
    self.style = style
    self.title = title
    self.handler = handler
    super.init()
  }
}

/// The swipe actions of a row.
@MainActor
open class UISwipeActionsConfiguration: NSObject {
  /// The actions, from the edge inward.
  public let actions: [UIContextualAction]
  /// Whether a full swipe performs the first action.
  open var performsFirstActionWithFullSwipe = true

  /// Makes a configuration.
  public init(actions: [UIContextualAction]) {
    self.actions = actions
    super.init()
  }
}

/// The configuration of a context menu.
@MainActor
open class UIContextMenuConfiguration: NSObject {
  /// The identifier of the configuration.
  public let identifier: any NSCopying

  /// Makes a configuration.
  public init(identifier: (any NSCopying)? = nil) {
    self.identifier = identifier ?? UUID().uuidString as NSString
    super.init()
  }
}
