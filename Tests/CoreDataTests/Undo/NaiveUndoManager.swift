/// A simple undo manager, whose groups are values. It changes cells with a number each.
struct NaiveUndoManager {
  enum Entry {
    /// Sets a cell to a number on undo.
    case set(cell: Int, to: Int)
    case group(Group)
  }

  struct Group {
    /// Whether an event opened the group. Such a group is dropped if it is empty.
    let isOfEvent: Bool
    var name = ""
    var isDiscardable = false
    var entries: [Entry] = []

    init(isOfEvent: Bool) { self.isOfEvent = isOfEvent }

    /// Removes the entries of a cell.
    ///
    /// - Returns: whether the group has become empty by that.
    mutating func remove(cell: Int) -> Bool {
      guard !entries.isEmpty else { return false }
      var kept: [Entry] = []
      for entry in entries {
        switch entry {
        case .set(let other, _): if other != cell { kept.append(entry) }
        case .group(var group): if !group.remove(cell: cell) { kept.append(.group(group)) }
        }
      }
      entries = kept
      return kept.isEmpty
    }
  }

  var values: [Int]
  /// Whether each cell still exists.
  var isAlive: [Bool]
  var done: [Group] = []
  var undone: [Group] = []
  var open: [Group] = []
  var groupsByEvent = true
  var disabled = 0
  /// The notifications since the last time that they were read.
  var posts: [String] = []

  var levels = 0 { didSet { trim() } }

  init(cells: Int) {
    values = Array(repeating: 0, count: cells)
    isAlive = Array(repeating: true, count: cells)
  }

  var canUndo: Bool { !done.isEmpty || open.contains { !$0.entries.isEmpty } }

  /// The group that the next undo reverts, if no group stays open.
  var next: Group? { open.first ?? done.last }

  /// Whether the last entry of the open group is a group.
  var endsWithGroup: Bool {
    if case .group? = open.last?.entries.last { true } else { false }
  }

  private mutating func trim() {
    guard levels > 0 else { return }
    while done.count > levels { done.removeFirst() }
    while undone.count > levels { undone.removeFirst() }
  }

  mutating func set(cell: Int, to value: Int) {
    let old = values[cell]
    values[cell] = value
    guard disabled == 0 else { return }
    undone = []
    openEventGroup()
    open[open.count - 1].entries.append(.set(cell: cell, to: old))
  }

  private mutating func openEventGroup() {
    guard groupsByEvent, open.isEmpty else { return }
    open.append(Group(isOfEvent: true))
    posts.append("opened")
  }

  mutating func begin() {
    openEventGroup()
    open.append(Group(isOfEvent: false))
    posts.append("opened")
  }

  mutating func end() {
    guard let group = open.popLast() else { return }
    close(group) { $0.done.append(group) }
  }

  /// Posts the notifications of a closed group, and adds the group to the enclosing one or to a stack.
  private mutating func close(_ group: Group, onto stack: (inout Self) -> Void) {
    let mark = group.isDiscardable ? " discardable" : ""
    posts.append("closes" + mark)
    if !group.entries.isEmpty || !group.isOfEvent {
      if open.isEmpty { stack(&self) } else { open[open.count - 1].entries.append(.group(group)) }
      trim()
    }
    posts.append("closed" + mark)
  }

  /// Ends the event.
  mutating func endEvent() {
    if open.count == 1, open[0].isOfEvent { end() }
  }

  mutating func undo() {
    if open.count == 1 { end() }
    if let group = done.popLast() { perform(group, isUndo: true) }
  }

  mutating func undoNestedGroup() {
    guard !open.isEmpty else {
      if let group = done.popLast() { perform(group, isUndo: true) }
      return
    }
    if case .group(let group)? = open[open.count - 1].entries.popLast() { perform(group, isUndo: true) }
  }

  mutating func redo() {
    guard !undone.isEmpty else { return }
    endEvent()
    if let group = undone.popLast() { perform(group, isUndo: false) }
  }

  private mutating func perform(_ group: Group, isUndo: Bool) {
    posts.append(isUndo ? "undoes" : "redoes")
    let outer = open
    open = []
    var inverse = Group(isOfEvent: group.isOfEvent)
    (inverse.name, inverse.isDiscardable) = (group.name, group.isDiscardable)
    posts.append("opened")
    perform(group, &inverse)
    let made = inverse
    close(made) { if isUndo { $0.undone.append(made) } else { $0.done.append(made) } }
    open = outer
    posts.append(isUndo ? "undid" : "redid")
  }

  private mutating func perform(_ group: Group, _ inverse: inout Group) {
    for entry in group.entries.reversed() {
      switch entry {
      case .group(let inner): perform(inner, &inverse)
      case .set(let cell, let value):
        guard isAlive[cell] else { continue }
        if disabled == 0 { inverse.entries.append(.set(cell: cell, to: values[cell])) }
        values[cell] = value
      }
    }
  }

  mutating func name(_ name: String) {
    if !open.isEmpty { open[0].name = name } else if !done.isEmpty { done[done.count - 1].name = name }
  }

  mutating func mark(_ isDiscardable: Bool) {
    if !open.isEmpty {
      open[0].isDiscardable = isDiscardable
    } else if !done.isEmpty {
      done[done.count - 1].isDiscardable = isDiscardable
    }
  }

  mutating func removeAll() {
    (done, undone, disabled) = ([], [], 0)
    for index in open.indices { open[index].entries = [] }
  }

  mutating func remove(cell: Int) {
    (done, undone) = (Self.without(cell, done), Self.without(cell, undone))
    for index in open.indices { _ = open[index].remove(cell: cell) }
  }

  /// Returns groups without the entries of a cell, and without groups that have become empty by that.
  private static func without(_ cell: Int, _ groups: [Group]) -> [Group] {
    groups.compactMap { group in
      var group = group
      return group.remove(cell: cell) ? nil : group
    }
  }
}
