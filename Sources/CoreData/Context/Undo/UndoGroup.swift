/// A call that takes something back. It does not keep its target alive.
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

/// The actions that are undone at once, and groups of them, in the order in which they were registered.
final class UndoGroup {
  private enum Entry {
    case action(UndoAction)
    case group(UndoGroup)
  }

  /// Whether an event, or an undo manager that undoes something, opened the group: then it counts for nothing while
  /// there is nothing in it.
  let isAutomatic: Bool
  var name = ""
  var isDiscardable = false
  private var entries: [Entry] = []

  init(isAutomatic: Bool) {
    self.isAutomatic = isAutomatic
  }

  /// Whether there is nothing to perform.
  var isEmpty: Bool { entries.isEmpty }

  func add(_ action: UndoAction) { entries.append(.action(action)) }

  func add(_ group: UndoGroup) { entries.append(.group(group)) }

  /// Removes and returns the group that was closed last, unless something was registered since.
  func takeLastGroup() -> UndoGroup? {
    guard case .group(let group)? = entries.last else { return nil }
    entries.removeLast()
    return group
  }

  /// Performs the actions, the last one first.
  func perform() {
    for entry in entries.reversed() {
      switch entry {
      case .action(let action): action.perform()
      case .group(let group): group.perform()
      }
    }
  }

  /// Removes the actions of a target, and groups that have no other.
  ///
  /// - Returns: whether the group has lost all that it had.
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
