/// A list of commands.
@MainActor
open class NSMenu: NSObject {
  /// The commands, in order.
  open private(set) var items: [NSMenuItem] = []
  /// Asked for the commands before they are shown, and not retained.
  open weak var delegate: (any NSMenuDelegate)?

  /// Makes an empty menu.
  public nonisolated override init() { super.init() }

  /// Appends a command.
  open func addItem(_ newItem: NSMenuItem) { items.append(newItem) }
  /// Removes all commands.
  open func removeAllItems() { items = [] }
}

/// A menu's delegate fills it.
@MainActor
public protocol NSMenuDelegate: NSObjectProtocol {
  /// The menu is about to be shown.
  func menuNeedsUpdate(_ menu: NSMenu)
}

/// A command of a menu. The double's have no action: it would be a selector.
@MainActor
open class NSMenuItem: NSObject {
  /// The text.
  open var title: String

  /// Makes a command.
  public init(title string: String, action selector: Never?, keyEquivalent charCode: String) {
    title = string
    super.init()
  }
}
