import Foundation

/// Undoes and redoes registered actions, group by group.
///
/// ```swift
/// context.undoManager = UndoManager()
/// track.title = "Blue"
/// context.undoManager?.setActionName("Rename")
/// context.undo()
/// ```
///
/// Foundation has no undo manager on this platform. This class has the interface that Foundation's has elsewhere. Use
/// it on one queue, that of the contexts that it is set on. Actions are performed in the reverse order of their
/// registration. Actions registered during an undo are performed by ``redo()``.
open class UndoManager: NSObject {
  private enum State {
    case idle, undoing, redoing
  }

  private var state = State.idle
  /// Whether a group is being performed or closed. A callback must not start to perform another group then.
  private var isPerforming = false
  /// Whether observers are being notified that a group will close.
  private var isClosing = false
  private var isPostingCheckpoint = false
  private var undoStack: [UndoGroup] = []
  private var redoStack: [UndoGroup] = []
  /// The open groups, outermost first.
  private var open: [UndoGroup] = []
  /// The groups that stay open while a nested group is undone.
  private var around: [UndoGroup] = []
  /// The number of times that registration was disabled and not enabled again.
  private var disabled = 0
  /// The contexts that register their changes when their events end.
  private var contexts: [any UndoClient] = []

  /// Creates an undo manager with nothing to undo.
  public override init() {}

  // MARK: Groups

  /// Opens a group. Actions that are registered until it is closed are undone together.
  ///
  /// With ``groupsByEvent`` the event's group is opened first, as the outermost one.
  open func beginUndoGrouping() {
    registerChanges()
    if !open.isEmpty { postCheckpoint() }
    openEventGroup()
    begin(UndoGroup(isAutomatic: false))
  }

  /// Closes the group that was opened last. Calling it without an open group is a programming error. Does nothing if
  /// an observer calls it while a group is closing.
  open func endUndoGrouping() {
    if isClosing { return logIgnored("endUndoGrouping()") }
    guard !open.isEmpty else {
      fatalError("endUndoGrouping(): no group is open. Each call needs a beginUndoGrouping() before it.")
    }
    checkpoint()
    end()
  }

  /// The number of open groups, one inside the other.
  open var groupingLevel: Int { open.count }

  /// Whether registering an action opens a group if none is open, which is closed at the end of the event. The
  /// default is true.
  ///
  /// An event ends with a context's `perform`, `performAndWait` or `processPendingChanges()`, and with a turn of the
  /// main queue.
  open var groupsByEvent = true

  /// The maximum number of groups that can be undone, and of groups that can be redone. The default, 0, means no
  /// limit.
  open var levelsOfUndo = 0 { didSet { trim() } }

  // MARK: Registration

  /// Ignores registrations until registration has been enabled as often as it was disabled.
  open func disableUndoRegistration() { disabled += 1 }

  /// Reverses one call of ``disableUndoRegistration()``. Calling it without such a call is a programming error.
  open func enableUndoRegistration() {
    guard disabled > 0 else {
      fatalError(
        "enableUndoRegistration(): registration is enabled. Each call needs a disableUndoRegistration() before it.")
    }
    disabled -= 1
  }

  /// Whether actions can be registered.
  open var isUndoRegistrationEnabled: Bool { disabled == 0 }

  /// Removes all actions that could be undone or redone, and enables registration.
  open func removeAllActions() {
    undoStack = []
    redoStack = []
    for group in around + open { group.removeAll() }
    disabled = 0
  }

  /// Removes the actions that were registered with a target.
  ///
  /// - Complexity: O(registered actions).
  open func removeAllActions(withTarget target: Any) {
    let target = target as AnyObject
    undoStack.removeAll { $0.remove(target: target) }
    redoStack.removeAll { $0.remove(target: target) }
    for group in around + open { group.remove(target: target) }
  }

  // MARK: Undoing

  /// Whether there is something to undo.
  open var canUndo: Bool {
    if !undoStack.isEmpty || open.contains(where: { !$0.isEmpty }) { return true }
    return isUndoRegistrationEnabled && contexts.contains(where: \.hasUnregisteredChanges)
  }

  /// Whether there is something to redo.
  open var canRedo: Bool {
    checkpoint()
    return !redoStack.isEmpty
  }

  /// Whether ``undo()`` is being performed.
  open var isUndoing: Bool { state == .undoing }

  /// Whether ``redo()`` is being performed.
  open var isRedoing: Bool { state == .redoing }

  /// Closes the outermost group and undoes the last one. Does nothing if there is none, or in a callback of an undo
  /// or redo that is being performed.
  ///
  /// Calling it while another group is open inside the outermost one is a programming error.
  open func undo() {
    if isBusy { return logIgnored("undo()") }
    checkpoint()
    if open.count == 1 { end() }
    // Changes made by an observer of the end are in a group that was opened again, which stays open.
    guard open.allSatisfy(\.isAutomatic) else {
      fatalError("undo(): \(open.count) groups are open. Call endUndoGrouping() first, or undoNestedGroup().")
    }
    if let group = undoStack.popLast() { perform(group, .undoing) }
  }

  /// Undoes the group that was closed last, even if it is nested in an open group.
  ///
  /// Calling it after an action was registered in the open group since is a programming error. Does nothing in a
  /// callback of an undo or redo that is being performed.
  open func undoNestedGroup() {
    if isBusy { return logIgnored("undoNestedGroup()") }
    checkpoint()
    if let outer = open.last {
      guard let group = outer.takeLastGroup() else {
        fatalError("undoNestedGroup(): no group was closed last inside the open one. Call endUndoGrouping() first.")
      }
      perform(group, .undoing)
    } else if let group = undoStack.popLast() {
      perform(group, .undoing)
    }
  }

  /// Redoes the group that was undone last. Does nothing if there is none, for example because an action was
  /// registered since, or in a callback of an undo or redo that is being performed.
  open func redo() {
    if isBusy { return logIgnored("redo()") }
    checkpoint()
    // An action that was registered since has emptied the redo stack; its group may still be open.
    guard !redoStack.isEmpty else { return }
    if open.count == 1, open[0].isAutomatic { end() }
    guard open.allSatisfy(\.isAutomatic) else {
      fatalError("redo(): a group is open. Call endUndoGrouping() first.")
    }
    if let group = redoStack.popLast() { perform(group, .redoing) }
  }

  private func perform(_ group: UndoGroup, _ state: State) {
    let isUndo = state == .undoing
    isPerforming = true
    post(isUndo ? .NSUndoManagerWillUndoChange : .NSUndoManagerWillRedoChange)
    self.state = state
    (around, open) = (open, [])
    let inverse = UndoGroup(isAutomatic: group.isAutomatic)
    (inverse.name, inverse.isDiscardable) = (group.name, group.isDiscardable)
    begin(inverse)
    group.perform()
    registerChanges()
    while !open.isEmpty { end() }
    (open, around) = (around, [])
    self.state = .idle
    isPerforming = false
    post(isUndo ? .NSUndoManagerDidUndoChange : .NSUndoManagerDidRedoChange)
  }

  /// Apple's undo manager raises an exception in this case. A callback of an undo must not stop the program, and
  /// performing another group in the middle of one would undo actions in a wrong order.
  private var isBusy: Bool {
    isPerforming || isClosing || contexts.contains(where: \.forbidsUndo)
  }

  private func logIgnored(_ name: String) {
    NSLog(
      "%@",
      "CoreData: \(name) does nothing in a callback of an undo, a redo, a save or a deletion. Call it when that is over."
    )
  }

  // MARK: Names

  /// The name of the group that would be undone; empty if it has none.
  open var undoActionName: String { (open.first ?? undoStack.last)?.name ?? "" }

  /// The name of the group that would be redone; empty if it has none.
  open var redoActionName: String { redoStack.last?.name ?? "" }

  /// Names the outermost open group or, if none is open, the group that would be undone.
  open func setActionName(_ actionName: String) { currentGroup?.name = actionName }

  /// The title of the Undo menu item: `Undo` and the name of the group that would be undone.
  open var undoMenuItemTitle: String { undoMenuTitle(forUndoActionName: undoActionName) }

  /// The title of the Redo menu item: `Redo` and the name of the group that would be redone.
  open var redoMenuItemTitle: String { redoMenuTitle(forUndoActionName: redoActionName) }

  /// The title of a menu item that undoes a named action.
  open func undoMenuTitle(forUndoActionName actionName: String) -> String { Self.title("Undo", actionName) }

  /// The title of a menu item that redoes a named action.
  open func redoMenuTitle(forUndoActionName actionName: String) -> String { Self.title("Redo", actionName) }

  private static func title(_ command: String, _ name: String) -> String {
    name.isEmpty ? command : "\(command) \(name)"
  }

  /// Marks the outermost open group or, if none is open, the group that would be undone, as discardable, which means
  /// that a document can be closed without saving it.
  open func setActionIsDiscardable(_ discardable: Bool) { currentGroup?.isDiscardable = discardable }

  /// Whether the group that would be undone is marked as discardable.
  open var undoActionIsDiscardable: Bool { (open.first ?? undoStack.last)?.isDiscardable ?? false }

  /// Whether the group that would be redone is marked as discardable.
  open var redoActionIsDiscardable: Bool { redoStack.last?.isDiscardable ?? false }

  /// The group to name or mark. Changes that contexts have not registered yet are registered first, because they
  /// belong to it.
  private var currentGroup: UndoGroup? {
    if open.isEmpty { registerChanges() }
    return open.first ?? (state == .redoing ? redoStack : undoStack).last
  }
}

// MARK: The stacks

extension UndoManager {
  private func begin(_ group: UndoGroup) {
    open.append(group)
    post(.NSUndoManagerDidOpenUndoGroup)
  }

  private func openEventGroup() {
    guard groupsByEvent, open.isEmpty, state == .idle else { return }
    begin(UndoGroup(isAutomatic: true))
    guard ContextQueue.isMainAlone else { return }
    // If no context ends the event, the turn of the main queue does.
    let manager = UncheckedTransfer(WeakManager(manager: self))
    DispatchQueue.main.async { manager.value.manager?.endEvent() }
  }

  private struct WeakManager {
    weak var manager: UndoManager?
  }

  private func end() {
    // An observer of the checkpoint may have closed the group.
    guard let group = open.last else { return }
    let info: [AnyHashable: Any]? = group.isDiscardable ? [NSUndoManagerGroupIsDiscardableKey: true] : nil
    let wasClosing = isClosing
    isClosing = true
    post(.NSUndoManagerWillCloseUndoGroup, info)
    isClosing = wasClosing
    // Groups that the observer opened inside this one are closed with it.
    while let inner = open.popLast(), inner !== group { if !inner.isEmpty { (open.last ?? group).add(inner) } }
    if !group.isEmpty || !group.isAutomatic {
      if let outer = open.last {
        outer.add(group)
      } else if state == .undoing {
        redoStack.append(group)
      } else {
        undoStack.append(group)
      }
      trim()
    }
    post(.NSUndoManagerDidCloseUndoGroup, info)
  }

  private func trim() {
    guard levelsOfUndo > 0 else { return }
    undoStack = undoStack.suffix(levelsOfUndo)
    redoStack = redoStack.suffix(levelsOfUndo)
  }

  private func post(_ name: Notification.Name, _ info: [AnyHashable: Any]? = nil) {
    NotificationCenter.default.post(name: name, object: self, userInfo: info)
  }

  /// Posts a checkpoint. First registers the contexts' changes, because they precede the action that follows.
  private func checkpoint() {
    registerChanges()
    postCheckpoint()
  }

  /// Posts a checkpoint, unless an observer of one calls a method that posts another, such as `canRedo`.
  private func postCheckpoint() {
    if isPostingCheckpoint { return }
    isPostingCheckpoint = true
    defer { isPostingCheckpoint = false }
    post(.NSUndoManagerCheckpoint)
  }

  private func registerChanges() {
    for context in contexts { context.registerChangesForUndo() }
  }

  fileprivate func register(_ action: UndoAction) {
    guard isUndoRegistrationEnabled else { return }
    if state == .idle { redoStack = [] }
    openEventGroup()
    // An observer may have ended the event and closed its group, or may register an action after the group of an undo
    // was closed.
    if open.isEmpty, groupsByEvent || state != .idle { open.append(UndoGroup(isAutomatic: true)) }
    guard let group = open.last else {
      fatalError("registerUndo: no group is open, and groupsByEvent is false. Call beginUndoGrouping() first.")
    }
    group.add(action)
  }
}

extension UndoManager {
  /// Registers an action that undoes a change.
  ///
  /// Calling it while no group is open and ``groupsByEvent`` is false is a programming error.
  ///
  /// - Parameters:
  ///   - target: the object that the action changes. The undo manager holds it weakly; after it is freed, the action
  ///     does nothing.
  ///   - handler: undoes the change, and registers an action that redoes it.
  public func registerUndo<TargetType: AnyObject>(
    withTarget target: TargetType, handler: @escaping (TargetType) -> Void
  ) {
    register(
      UndoAction(target: target) { object in
        if let target = object as? TargetType { handler(target) }
      })
  }

  /// Registers an action that undoes an event of a context: in the open group, in the event's group, or in a new
  /// group.
  func registerEvent<Context: AnyObject>(of context: Context, _ handler: @escaping (Context) -> Void) {
    let isAlone = open.isEmpty && !groupsByEvent && state == .idle
    if isAlone { begin(UndoGroup(isAutomatic: true)) }
    registerUndo(withTarget: context, handler: handler)
    if isAlone { end() }
  }

  /// Closes the group that was opened for an event that is over.
  func endEvent() {
    if state == .idle, open.count == 1, open[0].isAutomatic { end() }
  }

  func add(_ context: any UndoClient) {
    contexts.removeAll(where: \.isGone)
    contexts.append(context)
  }

  func remove(_ context: any UndoClient) { contexts.removeAll { $0 === context || $0.isGone } }
}
