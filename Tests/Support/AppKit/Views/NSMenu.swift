/// A menu.
@MainActor
open class NSMenu: NSObject {
  /// The items, in order.
  open private(set) var items: [NSMenuItem] = []
  /// The delegate, which updates the menu before it opens.
  open weak var delegate: (any NSMenuDelegate)?

  /// Makes an empty menu.
  public nonisolated override init() { super.init() }

  /// Appends an item.
  open func addItem(_ newItem: NSMenuItem) { items.append(newItem) }
  /// Removes all items.
  open func removeAllItems() { items = [] }
}

/// The delegate of a menu.
@MainActor
public protocol NSMenuDelegate: NSObjectProtocol {
  /// Called before the menu opens.
  func menuNeedsUpdate(_ menu: NSMenu)
}

/// An item of a menu. The double's items have no action, because there are no selectors off Apple platforms.
@MainActor
open class NSMenuItem: NSObject {
  /// The title for the user.
  open var title: String

  /// Makes an item.
  public init(title string: String, action selector: Never?, keyEquivalent charCode: String) {
    title = string
    super.init()
  }
}
