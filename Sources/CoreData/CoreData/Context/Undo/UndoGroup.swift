/// A registered call that undoes something. Its target is held weakly.
final class UndoAction {
  private(set) weak var target: AnyObject?
  private let handler: (AnyObject) -> Void

  init(target: AnyObject, handler: @escaping (AnyObject) -> Void) {
    self.target = target
    self.handler = handler
  }

  func perform() {
    if let target { handler(target) }
  }
}

/// Actions that are undone together, and nested groups, in the order of registration.
final class UndoGroup {
  private enum Entry {
    case action(UndoAction)
    case group(UndoGroup)
  }

  /// Whether an event opened the group, or an undo manager that is undoing. Such a group is ignored while it is
  /// empty.
  let isAutomatic: Bool
  var name = ""
  var isDiscardable = false
  private var entries: [Entry] = []

  init(isAutomatic: Bool) {
    self.isAutomatic = isAutomatic
  }

  /// Whether the group has no entries.
  var isEmpty: Bool { entries.isEmpty }

  func add(_ action: UndoAction) { entries.append(.action(action)) }

  func add(_ group: UndoGroup) { entries.append(.group(group)) }

  /// Removes and returns the nested group that was closed last; nil if an action was registered since.
  func takeLastGroup() -> UndoGroup? {
    guard case .group(let group)? = entries.last else { return nil }
    entries.removeLast()
    return group
  }

  /// Performs the actions in reverse order.
  func perform() {
    for entry in entries.reversed() {
      switch entry {
      case .action(let action): action.perform()
      case .group(let group): group.perform()
      }
    }
  }

  /// Removes the actions of a target, and groups that become empty.
  ///
  /// - Returns: whether the group lost all its entries.
  @discardableResult
  func remove(target: AnyObject) -> Bool {
    if entries.isEmpty { return false }
    entries.removeAll { entry in
      switch entry {
      case .action(let action): action.target === target
      case .group(let group): group.remove(target: target)
      }
    }
    return entries.isEmpty
  }

  func removeAll() { entries = [] }
}
