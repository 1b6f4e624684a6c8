import CoreData
import Foundation
import TestTraits
import Testing

/// A counter that registers how to count back.
private final class Counter {
  let manager: UndoManager
  private(set) var number = 0

  init(_ manager: UndoManager) {
    self.manager = manager
  }

  func add(_ change: Int) {
    number += change
    manager.registerUndo(withTarget: self) { $0.add(-change) }
  }
}

@Suite("An undo manager without a context")
struct UndoManagerTests {
  private func grouped(_ manager: UndoManager, _ body: () -> Void) {
    manager.beginUndoGrouping()
    body()
    manager.endUndoGrouping()
  }

  /// Makes a manager that groups by hand, and a counter that goes to 1, 3 and 6, each time in a group.
  private func counted() -> Counter {
    let counter = Counter(UndoManager())
    counter.manager.groupsByEvent = false
    for change in 1...3 {
      grouped(counter.manager) {
        counter.add(change)
        counter.manager.setActionName("Add \(change)")
      }
    }
    return counter
  }

  @Test("Groups are undone and redone one at a time, with their names")
  func oneAtATime() {
    let counter = counted()
    let manager = counter.manager
    #expect(manager.canUndo && !manager.canRedo)
    #expect(manager.undoMenuItemTitle == "Undo Add 3")
    manager.undo()
    manager.undo()
    #expect(counter.number == 1)
    #expect(manager.undoActionName == "Add 1" && manager.redoMenuItemTitle == "Redo Add 2")
    manager.redo()
    #expect(counter.number == 3)
    manager.undo()
    manager.undo()
    manager.undo()
    #expect(counter.number == 0)
    #expect(!manager.canUndo && manager.canRedo && manager.undoMenuItemTitle == "Undo")
    for _ in 0..<4 { manager.redo() }
    #expect(counter.number == 6)
  }

  @Test("What is registered after an undo takes the place of what could be redone")
  func redoIsForgotten() {
    let counter = counted()
    counter.manager.undo()
    grouped(counter.manager) { counter.add(10) }
    #expect(!counter.manager.canRedo)
    counter.manager.redo()
    #expect(counter.number == 13)
  }

  /// The group of the event is open, and has the registration in it.
  @Test("A redo after that does nothing, also within the event")
  func redoAfterRegistration() {
    let counter = Counter(UndoManager())
    let manager = counter.manager
    counter.add(1)
    manager.undo()
    counter.add(10)
    #expect(manager.groupingLevel == 1)
    manager.redo()
    #expect(counter.number == 10)
    #expect(manager.canUndo && !manager.canRedo)
    manager.undo()
    #expect(counter.number == 0)
    manager.redo()
    #expect(counter.number == 10)
  }

  @Test("By event, groups stand inside the event's, which an undo closes")
  func byEvent() {
    let counter = Counter(UndoManager())
    let manager = counter.manager
    counter.add(1)
    #expect(manager.groupingLevel == 1)
    manager.beginUndoGrouping()
    #expect(manager.groupingLevel == 2)
    counter.add(2)
    manager.endUndoGrouping()
    manager.undoNestedGroup()
    #expect(counter.number == 1)
    manager.undo()
    #expect(counter.number == 0)
    #expect(manager.groupingLevel == 0)
  }

  @Test("Levels, disabled registration, removed and dead targets")
  func limits() {
    let counter = counted()
    let manager = counter.manager
    manager.levelsOfUndo = 2
    manager.disableUndoRegistration()
    #expect(!manager.isUndoRegistrationEnabled)
    counter.add(100)
    manager.enableUndoRegistration()
    for _ in 0..<5 { manager.undo() }
    #expect(counter.number == 101)
    manager.redo()
    manager.removeAllActions(withTarget: counter)
    #expect(!manager.canUndo && !manager.canRedo)
    var other: Counter? = Counter(manager)
    grouped(manager) { other?.add(1) }
    other = nil
    manager.undo()
    grouped(manager) { counter.add(1) }
    manager.removeAllActions()
    #expect(!manager.canUndo && !manager.canRedo)
  }

  @Test("Notifications in their order")
  func notifications() {
    let counter = counted()
    var names: [String] = []
    let tokens = [
      NSNotification.Name.NSUndoManagerWillUndoChange, .NSUndoManagerDidUndoChange, .NSUndoManagerDidOpenUndoGroup,
      .NSUndoManagerWillCloseUndoGroup, .NSUndoManagerDidCloseUndoGroup,
    ].map { name in
      let record = UncheckedRecord { names.append($0) }
      return NotificationCenter.default.addObserver(forName: name, object: counter.manager, queue: nil) {
        record.body($0.name.rawValue)
      }
    }
    counter.manager.undo()
    for token in tokens { NotificationCenter.default.removeObserver(token) }
    let expected = ["WillUndoChange", "DidOpenUndoGroup", "WillCloseUndoGroup", "DidCloseUndoGroup", "DidUndoChange"]
    #expect(names == expected.map { "NSUndoManager\($0)Notification" })
  }

  // Unchecked: notifications are posted on the test's thread.
  private struct UncheckedRecord: @unchecked Sendable {
    let body: (String) -> Void
  }

  @Test("What a handler of a nested undo forgets is forgotten around it, too", arguments: [true, false])
  func forgettingInANestedUndo(all: Bool) {
    let (manager, target) = (UndoManager(), NSObject())
    manager.groupsByEvent = false
    var undone: [String] = []
    grouped(manager) {
      manager.registerUndo(withTarget: target) { _ in undone.append("outer") }
      grouped(manager) {
        manager.registerUndo(withTarget: target) { target in
          undone.append("inner")
          if all { manager.removeAllActions() } else { manager.removeAllActions(withTarget: target) }
        }
      }
      manager.undoNestedGroup()
    }
    while manager.canUndo { manager.undo() }
    #expect(undone == ["inner"])
  }

  @Test("Groups that do not match trap with the way out", .startsProcesses)
  func traps() async throws {
    let ended = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      UndoManager().endUndoGrouping()
    }
    let text = String(decoding: ended?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("no group is open. Each call needs a beginUndoGrouping() before it."))
    let undone = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let manager = UndoManager()
      manager.beginUndoGrouping()
      manager.undo()
    }
    let nested = String(decoding: undone?.standardErrorContent ?? [], as: UTF8.self)
    #expect(nested.contains("Call endUndoGrouping() first"))
  }
}
