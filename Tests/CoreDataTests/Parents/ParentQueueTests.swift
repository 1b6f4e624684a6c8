import Foundation
import Testing

@testable import CoreData

@Suite("Queues of contexts with parents")
struct ParentQueueTests {
  @Test("Whatever the queues, a context reaches its parent from its own", arguments: Family.Queues.allCases)
  func queues(_ queues: Family.Queues) async throws {
    let family = try Family(NSInMemoryStoreType, queues)
    let (root, child) = (family.root, family.child)
    try await root.perform { _ = try root.insert("Tag", ["name": "a"]) }
    let names = try await child.perform {
      try child.all("Tag")[0].setValue("b", forKey: "name")
      try child.insert("Tag", ["name": "c"])
      try child.save()
      return try child.texts("Tag", "name")
    }
    #expect(names == ["b", "c"])
    #expect(try await root.perform { try root.texts("Tag", "name") } == ["b", "c"])
    try await root.perform { try root.save() }
    #expect(try await child.perform { try child.all("Tag").allSatisfy { !$0.objectID.isTemporaryID } })
  }

  @Test("A block that waits for the other context holds its own", arguments: Family.Queues.allCases)
  func nested(_ queues: Family.Queues) throws {
    let family = try Family(NSInMemoryStoreType, queues)
    let (root, child) = (family.root, family.child)
    // The parent's block waits for the child, whose block asks the parent again.
    try root.performAndWait {
      try root.insert("Tag", ["name": "a"])
      try child.performAndWait {
        #expect(try child.texts("Tag", "name") == ["a"])
        try child.insert("Tag", ["name": "b"])
        try child.save()
        try root.performAndWait { try root.save() }
        #expect(try child.all("Tag").allSatisfy { !$0.objectID.isTemporaryID })
      }
    }
    #expect(try root.performAndWait { try root.texts("Tag", "name") } == ["a", "b"])
  }

  /// The child's queue reads from the parent, so it waits for the main queue. The main queue waits for the child's
  /// queue. This was a deadlock.
  @MainActor
  @Test("The main queue answers a child for which it waits", arguments: 0..<20)
  func mainWaits(_ turn: Int) throws {
    let family = try Family(NSInMemoryStoreType, .privateBelowMain)
    let (root, child) = (family.root, family.child)
    try root.insert("Tag", ["name": "a"])
    let (hasBegun, read) = (DispatchSemaphore(value: 0), Box<[String]>([]))
    child.perform {
      hasBegun.signal()
      do { read.value = try child.texts("Tag", "name") } catch { Issue.record("\(error)") }
    }
    hasBegun.wait()
    try child.performAndWait {
      #expect(read.value == ["a"])
      #expect(try child.texts("Tag", "name") == ["a"])
      try child.insert("Tag", ["name": "b"])
      try root.performAndWait { _ = try root.insert("Tag", ["name": "c"]) }
      try child.save()
    }
    #expect(try root.texts("Tag", "name").sorted() == ["a", "b", "c"])
  }

  /// A child merges its parent's saves on its own queue, and reads them from the parent.
  @MainActor
  @Test("A main queue that waits for a child does not stop the child's merging")
  func mergesWhileMainWaits() throws {
    let family = try Family(NSInMemoryStoreType, .privateBelowMain)
    let (root, child) = (family.root, family.child)
    child.performAndWait { child.automaticallyMergesChangesFromParent = true }
    for number in 0..<50 {
      try root.insert("Tag", ["name": "\(number)"])
      try root.save()
      #expect(try child.performAndWait { try child.all("Tag").count } == number + 1)
    }
  }

  /// A value that one thread writes, and another one reads afterwards.
  private final class Box<Value>: @unchecked Sendable {
    // Unchecked: a semaphore or a queue orders the accesses.
    var value: Value
    init(_ value: Value) { self.value = value }
  }

  @Test("Children on their own threads save to one parent")
  func threads() async throws {
    let family = try Family()
    let root = family.root
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<4 {
        group.addTask {
          let child = Family.context(below: root)
          for turn in 0..<25 {
            child.performAndWait {
              do {
                try child.insert("Tag", ["name": "\(number) \(turn)"])
                _ = try child.all("Tag", by: "name")
                try child.save()
                if turn % 5 == number { try root.performAndWait { try root.save() } }
              } catch { Issue.record("\(error)") }
            }
          }
        }
      }
    }
    try root.performAndWait {
      #expect(try root.all("Tag").count == 100)
      try root.save()
    }
    try family.stack.run { (other) throws in #expect(try other.all("Tag").count == 100) }
  }
}
