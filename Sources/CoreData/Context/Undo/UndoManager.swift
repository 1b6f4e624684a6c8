import Foundation

/// Takes back what was done, group by group, and does it again.
///
/// ```swift
/// context.undoManager = UndoManager()
/// track.title = "Blue"
/// context.undoManager?.setActionName("Rename")
/// context.undo()
/// ```
///
/// Foundation has none on this platform; this one has the interface of Foundation's elsewhere. It is used on one queue:
/// that of the contexts that it is given to. The last action registered is the first one performed. What is registered
/// while it undoes is what ``redo()`` does.
open class UndoManager: NSObject {
  private enum State {
    case idle, undoing, redoing
  }

  private var state = State.idle
  /// Whether a group is being performed or closed: what is called back must not begin with another one.
  private var isPerforming = false
  /// Whether observers are notified that a group will be closed.
  private var isClosing = false
  private var isPostingCheckpoint = false
  private var undoStack: [UndoGroup] = []
  private var redoStack: [UndoGroup] = []
  /// The groups that are open, the outermost first.
  private var open: [UndoGroup] = []
  /// The groups that stay open while one inside them is undone.
  private var around: [UndoGroup] = []
  /// How often registration was disabled and not enabled since.
  private var disabled = 0
  /// The contexts that register their changes when an event of theirs ends.
  private var contexts: [any UndoClient] = []

  /// Makes an undo manager with nothing to undo.
  public override init() {}

  // MARK: Groups

  /// Opens a group: what is registered until it is closed is undone at once.
  ///
  /// With ``groupsByEvent`` the outermost group is that of the event, which is opened first.
  open func beginUndoGrouping() {
    registerChanges()
    if !open.isEmpty { postCheckpoint() }
    openEventGroup()
    begin(UndoGroup(isAutomatic: false))
  }

  /// Closes the group that was opened last. None that is open is a programming error. Nothing happens where an observer
  /// of the close calls it.
  open func endUndoGrouping() {
    if isClosing { return logIgnored("endUndoGrouping()") }
    guard !open.isEmpty else {
      fatalError("endUndoGrouping(): no group is open. Each call needs a beginUndoGrouping() before it.")
    }
    checkpoint()
    end()
  }

  /// How many groups are open, one inside the other.
  open var groupingLevel: Int { open.count }

  /// Whether a group is opened when something is registered while none is open, and closed at the end of the event. The
  /// default is true.
  ///
  /// An event ends with a context's `perform`, `performAndWait` or `processPendingChanges()`, and with a turn of the
  /// main queue.
  open var groupsByEvent = true

  /// How many groups can be undone at most, and how many redone; 0, the default, for any number.
  open var levelsOfUndo = 0 { didSet { trim() } }

  // MARK: Registration

  /// Ignores what is registered until registration is enabled as often as it was disabled.
  open func disableUndoRegistration() { disabled += 1 }

  /// Takes back one ``disableUndoRegistration()``. Without one it is a programming error.
  open func enableUndoRegistration() {
    guard disabled > 0 else {
      fatalError(
        "enableUndoRegistration(): registration is enabled. Each call needs a disableUndoRegistration() before it.")
    }
    disabled -= 1
  }

  /// Whether what is registered is kept.
  open var isUndoRegistrationEnabled: Bool { disabled == 0 }

  /// Forgets everything that could be undone or redone, and enables registration.
  open func removeAllActions() {
    undoStack = []
    redoStack = []
    for group in around + open { group.removeAll() }
    disabled = 0
  }

  /// Forgets what was registered with a target.
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

  /// Whether there is something to do again.
  open var canRedo: Bool {
    checkpoint()
    return !redoStack.isEmpty
  }

  /// Whether ``undo()`` is being performed.
  open var isUndoing: Bool { state == .undoing }

  /// Whether ``redo()`` is being performed.
  open var isRedoing: Bool { state == .redoing }

  /// Closes the outermost group and undoes the last one. Nothing happens where there is none, and in a callback of an
  /// undo or redo that is being performed.
  ///
  /// It is a programming error while another group is open inside the outermost.
  open func undo() {
    if isBusy { return logIgnored("undo()") }
    checkpoint()
    if open.count == 1 { end() }
    // What an observer of the end has changed is in a group that is open again, and stays there.
    guard open.allSatisfy(\.isAutomatic) else {
      fatalError("undo(): \(open.count) groups are open. Call endUndoGrouping() first, or undoNestedGroup().")
    }
    if let group = undoStack.popLast() { perform(group, .undoing) }
  }

  /// Undoes the group that was closed last, also one inside a group that is open.
  ///
  /// It is a programming error when something was registered in the open group since. Nothing happens in a callback of
  /// an undo or redo that is being performed.
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

  /// Does again what was undone last. Nothing happens where there is none, as after something was registered, and in a
  /// callback of an undo or redo that is being performed.
  open func redo() {
    if isBusy { return logIgnored("redo()") }
    checkpoint()
    // What was registered since is in a group that may be open still.
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

  /// Apple's raises an exception there. A callback of an undo must not stop the program, and to begin with another
  /// group in the middle of one would undo things in a wrong order.
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

  /// The name of the group that would be undone; empty without a name.
  open var undoActionName: String { (open.first ?? undoStack.last)?.name ?? "" }

  /// The name of the group that would be done again; empty without a name.
  open var redoActionName: String { redoStack.last?.name ?? "" }

  /// Names the outermost group that is open, otherwise the one that would be undone.
  open func setActionName(_ actionName: String) { currentGroup?.name = actionName }

  /// A menu's title: `Undo`, and the name of what would be undone.
  open var undoMenuItemTitle: String { undoMenuTitle(forUndoActionName: undoActionName) }

  /// A menu's title: `Redo`, and the name of what would be done again.
  open var redoMenuItemTitle: String { redoMenuTitle(forUndoActionName: redoActionName) }

  /// The title of a menu's command that undoes something of a name.
  open func undoMenuTitle(forUndoActionName actionName: String) -> String { Self.title("Undo", actionName) }

  /// The title of a menu's command that does something of a name again.
  open func redoMenuTitle(forUndoActionName actionName: String) -> String { Self.title("Redo", actionName) }

  private static func title(_ command: String, _ name: String) -> String {
    name.isEmpty ? command : "\(command) \(name)"
  }

  /// Marks the outermost group that is open, otherwise the one that would be undone, as one that a document can be
  /// closed without.
  open func setActionIsDiscardable(_ discardable: Bool) { currentGroup?.isDiscardable = discardable }

  /// Whether what would be undone is marked as discardable.
  open var undoActionIsDiscardable: Bool { (open.first ?? undoStack.last)?.isDiscardable ?? false }

  /// Whether what would be done again is marked as discardable.
  open var redoActionIsDiscardable: Bool { redoStack.last?.isDiscardable ?? false }

  /// Changes that a context has not registered yet belong to the group that is named for them.
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
    // Where no context ends the event, the turn of the main queue does.
    let manager = UncheckedTransfer(WeakManager(manager: self))
    DispatchQueue.main.async { manager.value.manager?.endEvent() }
  }

  private struct WeakManager {
    weak var manager: UndoManager?
  }

  private func end() {
    // An observer of the checkpoint may have closed it.
    guard let group = open.last else { return }
    let info: [AnyHashable: Any]? = group.isDiscardable ? [NSUndoManagerGroupIsDiscardableKey: true] : nil
    let wasClosing = isClosing
    isClosing = true
    post(.NSUndoManagerWillCloseUndoGroup, info)
    isClosing = wasClosing
    // Groups that the observer has opened inside go with it.
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

  /// Posts a checkpoint, after registering the changes of contexts, which belong before what is done next.
  private func checkpoint() {
    registerChanges()
    postCheckpoint()
  }

  /// An observer may ask what posts one: whether something can be redone.
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
    // An observer has ended the event, and with it the group, or has changed something after an undo's group ended.
    if open.isEmpty, groupsByEvent || state != .idle { open.append(UndoGroup(isAutomatic: true)) }
    guard let group = open.last else {
      fatalError("registerUndo: no group is open, and groupsByEvent is false. Call beginUndoGrouping() first.")
    }
    group.add(action)
  }
}

extension UndoManager {
  /// Registers what takes a change back.
  ///
  /// It is a programming error while no group is open and ``groupsByEvent`` is false.
  ///
  /// - Parameters:
  ///   - target: what the action is about. The undo manager does not keep it alive; when it is gone, the action does
  ///     nothing.
  ///   - handler: takes the change back, and registers what does it again.
  public func registerUndo<TargetType: AnyObject>(
    withTarget target: TargetType, handler: @escaping (TargetType) -> Void
  ) {
    register(
      UndoAction(target: target) { object in
        if let target = object as? TargetType { handler(target) }
      })
  }

  /// Registers what takes an event of a context back: in the open group, in that of the event, or in one of its own.
  func registerEvent<Context: AnyObject>(of context: Context, _ handler: @escaping (Context) -> Void) {
    let isAlone = open.isEmpty && !groupsByEvent && state == .idle
    if isAlone { begin(UndoGroup(isAutomatic: true)) }
    registerUndo(withTarget: context, handler: handler)
    if isAlone { end() }
  }

  /// Closes the group that was opened for an event which is over.
  func endEvent() {
    if state == .idle, open.count == 1, open[0].isAutomatic { end() }
  }

  func add(_ context: any UndoClient) {
    contexts.removeAll(where: \.isGone)
    contexts.append(context)
  }

  func remove(_ context: any UndoClient) { contexts.removeAll { $0 === context || $0.isGone } }
}
