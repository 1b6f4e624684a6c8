import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// A number that registers how to restore its old value.
private final class Cell {
  private let manager: UndoManager
  private(set) var value = 0

  init(_ manager: UndoManager) { self.manager = manager }

  func set(_ value: Int) {
    let old = self.value
    self.value = value
    manager.registerUndo(withTarget: self) { $0.set(old) }
  }
}

/// Random calls of an undo manager and of a simple one. After each call, everything that both report is compared.
@Suite("An undo manager, beside a plain one")
struct RandomUndoManagerTests {
  @Test("Both say the same after each call", arguments: TestSeeds.all(24))
  func bothAgree(seed: UInt64) throws {
    let player = UndoManagerPlayer(seed: seed)
    defer { player.close() }
    for step in 0..<250 {
      let call = player.step()
      try #require(player.found == player.expected, "step \(step), \(call), SECTIONS_SEED=\(seed)")
      player.forgetPosts()
    }
    try #require(player.undone > 2, "seed \(seed): hardly anything was undone")
  }

  /// Undoes everything and redoes it, whatever is on the stacks.
  @Test("All that is undone and redone is what a plain one has", arguments: TestSeeds.all(8))
  func thereAndBack(seed: UInt64) throws {
    let player = UndoManagerPlayer(seed: seed, keepsCells: true)
    defer { player.close() }
    for _ in 0..<80 { _ = player.step() }
    player.closeGroups()
    var undone = 0
    while player.manager.canUndo {
      player.undo()
      undone += 1
      try #require(player.found == player.expected, "SECTIONS_SEED=\(seed)")
    }
    for _ in 0..<undone where player.manager.canRedo {
      player.redo()
      try #require(player.found == player.expected, "SECTIONS_SEED=\(seed)")
    }
  }
}

/// Everything that an undo manager reports.
private struct UndoFacts: Equatable {
  var values: [Int?]
  var canUndo: Bool
  var canRedo: Bool
  var undoName: String
  var redoName: String
  var undoTitle: String
  var redoTitle: String
  var undoIsDiscardable: Bool
  var redoIsDiscardable: Bool
  var level: Int
  var isEnabled: Bool
  var levels: Int
  var isIdle: Bool
  var posts: [String]
}

private final class UndoManagerPlayer {
  let manager = UndoManager()
  private var naive = NaiveUndoManager(cells: 3)
  private var cells: [Cell?] = []
  private var random: SeededRandom
  private let keepsCells: Bool
  private var next = 0
  private var posts: [String] = []
  private var tokens: [any NSObjectProtocol] = []
  private(set) var undone = 0

  // Unchecked: notifications are posted on the test's thread.
  private struct Note: @unchecked Sendable {
    let body: (Notification) -> Void
  }

  init(seed: UInt64, keepsCells: Bool = false) {
    self.keepsCells = keepsCells
    random = SeededRandom(seed: seed)
    cells = (0..<3).map { _ in Cell(manager) }
    if random.oneIn(2) { (manager.groupsByEvent, naive.groupsByEvent) = (false, false) }
    let words: [(Notification.Name, String)] = [
      (.NSUndoManagerDidOpenUndoGroup, "opened"), (.NSUndoManagerWillCloseUndoGroup, "closes"),
      (.NSUndoManagerDidCloseUndoGroup, "closed"), (.NSUndoManagerWillUndoChange, "undoes"),
      (.NSUndoManagerDidUndoChange, "undid"), (.NSUndoManagerWillRedoChange, "redoes"),
      (.NSUndoManagerDidRedoChange, "redid"),
    ]
    for (name, word) in words {
      let note = Note { [unowned self] notification in
        let isDiscardable = notification.userInfo?[NSUndoManagerGroupIsDiscardableKey] as? Bool == true
        posts.append(word + (isDiscardable ? " discardable" : ""))
      }
      tokens.append(
        NotificationCenter.default.addObserver(forName: name, object: manager, queue: nil) { note.body($0) })
    }
  }

  func close() {
    for token in tokens { NotificationCenter.default.removeObserver(token) }
    tokens = []
  }

  var found: UndoFacts {
    UndoFacts(
      values: cells.map { $0?.value }, canUndo: manager.canUndo, canRedo: manager.canRedo,
      undoName: manager.undoActionName, redoName: manager.redoActionName, undoTitle: manager.undoMenuItemTitle,
      redoTitle: manager.redoMenuItemTitle, undoIsDiscardable: manager.undoActionIsDiscardable,
      redoIsDiscardable: manager.redoActionIsDiscardable, level: manager.groupingLevel,
      isEnabled: manager.isUndoRegistrationEnabled, levels: manager.levelsOfUndo,
      isIdle: !manager.isUndoing && !manager.isRedoing, posts: posts)
  }

  var expected: UndoFacts {
    let (undo, redo) = (naive.next, naive.undone.last)
    func title(_ word: String, _ name: String) -> String { name == "" ? word : word + " " + name }
    return UndoFacts(
      values: zip(naive.values, naive.isAlive).map { $1 ? $0 : nil }, canUndo: naive.canUndo,
      canRedo: redo != nil, undoName: undo?.name ?? "", redoName: redo?.name ?? "",
      undoTitle: title("Undo", undo?.name ?? ""), redoTitle: title("Redo", redo?.name ?? ""),
      undoIsDiscardable: undo?.isDiscardable == true, redoIsDiscardable: redo?.isDiscardable == true,
      level: naive.open.count, isEnabled: naive.disabled == 0, levels: naive.levels, isIdle: true,
      posts: naive.posts)
  }

  func forgetPosts() { (posts, naive.posts) = ([], []) }

  func undo() {
    undone += naive.canUndo ? 1 : 0
    manager.undo()
    naive.undo()
  }

  func redo() {
    manager.redo()
    naive.redo()
  }

  func closeGroups() {
    while !naive.open.isEmpty { end() }
    while naive.disabled > 0 { enable() }
  }

  private func begin() {
    manager.beginUndoGrouping()
    naive.begin()
  }

  private func end() {
    manager.endUndoGrouping()
    naive.end()
  }

  private func enable() {
    manager.enableUndoRegistration()
    naive.disabled -= 1
  }

  private func set(_ cell: Int) {
    next += 1
    cells[cell]?.set(next)
    if naive.isAlive[cell] { naive.set(cell: cell, to: next) }
  }

  /// Makes a random call that is allowed in the current state of the groups.
  ///
  /// - Returns: the name of the call.
  func step() -> String {
    switch random.below(24) {
    case 0...4:
      let isBare = !naive.groupsByEvent && naive.open.isEmpty && naive.disabled == 0
      if isBare { begin() }
      for _ in 0...random.below(3) { set(random.below(3)) }
      if isBare { end() }
      return "set"
    case 5, 6:
      guard naive.open.count < 4 else { return "nothing" }
      begin()
      return "begin"
    case 7...9:
      guard !naive.open.isEmpty else { return "nothing" }
      end()
      return "end"
    case 10...12:
      // While a group is open inside the outermost one, an undo would be the program's mistake.
      guard naive.open.count <= 1 else { return "nothing" }
      undo()
      return "undo"
    case 13...15:
      let isAllowed = naive.open.isEmpty || (naive.open.count == 1 && naive.open[0].isOfEvent)
      guard naive.undone.isEmpty || isAllowed else { return "nothing" }
      redo()
      return "redo"
    case 16:
      guard naive.open.isEmpty || naive.endsWithGroup else { return "nothing" }
      manager.undoNestedGroup()
      naive.undoNestedGroup()
      return "undo nested"
    case 17:
      let name = random.one(of: ["", "Rename", "Sort", "Delete"])
      manager.setActionName(name)
      naive.name(name)
      return "name \(name)"
    case 18:
      let isDiscardable = !random.oneIn(3)
      manager.setActionIsDiscardable(isDiscardable)
      naive.mark(isDiscardable)
      return "discardable \(isDiscardable)"
    case 19:
      manager.endEvent()
      naive.endEvent()
      return "end of event"
    default: return seldom()
    }
  }

  private func seldom() -> String {
    switch random.below(14) {
    case 0, 1:
      let levels = random.one(of: [0, 1, 2, 3, 5])
      (manager.levelsOfUndo, naive.levels) = (levels, levels)
      return "levels \(levels)"
    case 2...4:
      manager.disableUndoRegistration()
      naive.disabled += 1
      return "disable"
    case 5...9:
      guard naive.disabled > 0 else { return "nothing" }
      enable()
      return "enable"
    case 10:
      guard random.oneIn(3) else { return "nothing" }
      manager.removeAllActions()
      naive.removeAll()
      return "remove all"
    case 11:
      let cell = random.below(3)
      guard let target = cells[cell] else { return "nothing" }
      manager.removeAllActions(withTarget: target)
      naive.remove(cell: cell)
      return "remove \(cell)"
    case 12:
      // An undo action does not retain its target. One cell always stays.
      let cell = random.below(2)
      guard random.oneIn(3), !keepsCells else { return "nothing" }
      (cells[cell], naive.isAlive[cell]) = (nil, false)
      return "forget \(cell)"
    default:
      let isByEvent = random.oneIn(2)
      (manager.groupsByEvent, naive.groupsByEvent) = (isByEvent, isByEvent)
      return "by event \(isByEvent)"
    }
  }
}
