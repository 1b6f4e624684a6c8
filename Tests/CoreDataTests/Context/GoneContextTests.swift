import Dispatch
import Foundation
import Testing

@testable import CoreData

/// Only the program owns a context. Everything else that refers to a context does nothing more after its release: its
/// parts, an undo manager, a turn of the main queue.
@Suite("A context that the program releases")
struct GoneContextTests {
  /// The only owner of a context. It releases the context in a callback.
  private final class LastOwner: ContextObserver {
    enum Moment { case event, save }

    private var context: NSManagedObjectContext?
    private let moment: Moment
    private(set) var events: [String] = []

    init(of context: NSManagedObjectContext, until moment: Moment) {
      self.context = context
      self.moment = moment
      context.addObserver(self)
    }

    /// Runs a block on the context's queue.
    func edit(_ body: (NSManagedObjectContext) throws -> Void) rethrows {
      guard let context else { return }
      try context.performAndWait { try body(context) }
    }

    func release() { context = nil }

    func context(_ context: NSManagedObjectContext, didProcess event: ContextEvent) {
      let names = event.inserted.map { "+\(context.graph.registeredObject(for: $0)?.text("name") ?? "?")" }
      events.append((names + (event.storeChanged ? ["stored"] : [])).joined(separator: " "))
      guard moment == .event, self.context != nil else { return }
      self.context = nil
      do { try context.insert("Tag", ["name": "b"]) } catch { Issue.record(error) }
    }

    func contextSaved(_ context: NSManagedObjectContext) {
      if moment == .save { self.context = nil }
    }
  }

  /// Returns an owner with a new context that nothing else retains, and the handle of that context.
  private func owned(_ stack: MusicStack, until moment: LastOwner.Moment) -> (LastOwner, ContextHandle) {
    let context = stack.newContext()
    return (LastOwner(of: context, until: moment), context.handle)
  }

  @Test("An observer that releases it in an event is notified of the next event, and then it is gone")
  func releasedInAnEvent() throws {
    let stack = try MusicStack()
    let (owner, handle) = owned(stack, until: .event)
    try owner.edit { _ = try $0.insert("Tag", ["name": "a"]) }
    #expect(owner.events == ["+a", "+b"])
    #expect(handle.isEmpty)
  }

  @Test("A save whose observer releases it is posted and merged all the same", arguments: MusicStack.types)
  func releasedInASave(type: String) throws {
    let stack = try MusicStack(type)
    let other = stack.newContext()
    let trace = other.performAndWait {
      other.automaticallyMergesChangesFromParent = true
      return UncheckedTransfer(EventTrace(other))
    }
    let (owner, handle) = owned(stack, until: .save)
    try owner.edit {
      _ = try $0.insert("Tag", ["name": "a"])
      try $0.save()
    }
    #expect(owner.events == ["+a", "stored"])
    #expect(handle.isEmpty)
    #expect(other.performAndWait { trace.value.take() } == ["+a stored"])
  }

  @Test("Those above it live as long as it does", arguments: MusicStack.types)
  func chain(type: String) throws {
    func chained(_ stack: MusicStack) -> (lowest: NSManagedObjectContext, above: [ContextHandle]) {
      let root = stack.newContext()
      let child = Family.context(below: root)
      return (Family.context(below: child), [root.handle, child.handle])
    }
    func saveBelow(_ stack: MusicStack) throws -> [ContextHandle] {
      let (lowest, above) = chained(stack)
      try lowest.performAndWait { () throws in
        try lowest.insert("Tag", ["name": "a"])
        try lowest.save()
        let root = try #require(lowest.parent?.parent)
        #expect(try root.performAndWait { try root.texts("Tag", "name") } == [])
        #expect(try lowest.texts("Tag", "name") == ["a"])
      }
      #expect(above.allSatisfy { !$0.isEmpty })
      return above
    }
    let above = try saveBelow(try MusicStack(type))
    #expect(above.allSatisfy { $0.isEmpty })
  }

  /// One group has a change of each of two contexts, and one of these contexts was released.
  @Test("An undo manager takes back and does again what is left of a group", arguments: MusicStack.types)
  func sharedUndo(type: String) throws {
    let stack = try MusicStack(type)
    let manager = UndoManager()
    /// Makes a change in a context that nothing retains afterwards.
    func insertElsewhere() throws -> (tag: UncheckedTransfer<NSManagedObject>, handle: ContextHandle) {
      let other = stack.newContext()
      let tag = try other.performAndWait {
        other.undoManager = manager
        return UncheckedTransfer(try other.insert("Tag", ["name": "lost"]))
      }
      return (tag, other.handle)
    }
    try stack.run { (context) throws in
      let tag = try context.insert("Tag", ["name": "a"])
      try context.save()
      context.undoManager = manager
      manager.beginUndoGrouping()
      tag.setValue("b", forKey: "name")
      context.processPendingChanges()
      let (lost, handle) = try insertElsewhere()
      manager.endUndoGrouping()
      #expect(handle.isEmpty && lost.value.managedObjectContext == nil)
      let trace = EventTrace(context)
      manager.undo()
      #expect(tag.text("name") == "a" && !context.hasChanges)
      manager.redo()
      #expect(tag.text("name") == "b" && lost.value.managedObjectContext == nil)
      #expect(trace.take() == ["~a(name)", "~a(name)"])
      #expect(!manager.canRedo)
      manager.undo()
      #expect(tag.text("name") == "a" && !manager.canUndo)
    }
  }

  @Test("An undo manager that is replaced in an event of its undo forgets the context", arguments: MusicStack.types)
  func replacedInAnUndo(type: String) throws {
    let stack = try MusicStack(type)
    try stack.run { (context) throws in
      let tag = try context.insert("Tag", ["name": "a"])
      try context.save()
      let (former, next) = (UndoManager(), UndoManager())
      context.undoManager = former
      tag.setValue("b", forKey: "name")
      context.processPendingChanges()
      let trace = EventTrace(context)
      trace.reaction = { context.undoManager = next }
      former.undo()
      #expect(trace.take() == ["~a(name)"])
      #expect(tag.text("name") == "a" && !former.canUndo && !former.canRedo && !next.canUndo)
      tag.setValue("c", forKey: "name")
      context.processPendingChanges()
      #expect(!former.canUndo && next.canUndo)
      context.undo()
      #expect(tag.text("name") == "a" && !former.canRedo && next.canRedo)
    }
  }

  @Test("A turn of the main queue that was to end its event does nothing")
  @MainActor func scheduledTurn() async throws {
    let stack = try MusicStack()
    func inserted() throws -> (tag: NSManagedObject, owner: LastOwner, handle: ContextHandle) {
      let context = NSManagedObjectContext(.mainQueue)
      context.persistentStoreCoordinator = stack.coordinator
      let owner = LastOwner(of: context, until: .event)
      let tag = try context.insert("Tag", ["name": "a"])
      #expect(context.scheduler.isScheduled)
      owner.release()
      return (tag, owner, context.handle)
    }
    let (tag, owner, handle) = try inserted()
    #expect(handle.isEmpty && tag.managedObjectContext == nil)
    await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
    #expect(owner.events == [])
    withExtendedLifetime(tag) {}
  }
}
