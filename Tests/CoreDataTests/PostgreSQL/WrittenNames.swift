import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// The names that writers have inserted: those of acknowledged saves, and those of failed saves.
final class WrittenNames: Sendable {
  private let state = Protected((done: Set<String>(), failed: Set<String>(), running: 0))

  var done: Set<String> { state.withLock { $0.done } }
  var failed: Set<String> { state.withLock { $0.failed } }
  var isRunning: Bool { state.withLock { $0.running > 0 } }

  /// Starts a thread that inserts artists, each in its own save.
  func start(_ writer: Int, _ count: Int, _ coordinator: UncheckedTransfer<NSPersistentStoreCoordinator>) {
    state.withLock { $0.running += 1 }
    Thread.detachNewThread { [self] in
      let context = PostgresPair.context(coordinator.value)
      for number in 0..<count {
        let name = "\(writer) \(number)"
        let isSaved = context.performAndWait {
          do {
            try context.insert("Artist", ["name": name])
            try context.save()
            return true
          } catch {
            context.rollback()
            return false
          }
        }
        state.withLock { _ = isSaved ? $0.done.insert(name) : $0.failed.insert(name) }
      }
      state.withLock { $0.running -= 1 }
    }
  }

  /// Expects the store to have each acknowledged name, none twice, and otherwise only names of failed saves.
  func expectAll(_ there: [String], sourceLocation: SourceLocation = #_sourceLocation) {
    let (done, failed) = (self.done, self.failed)
    #expect(Set(there).count == there.count, "none is doubled", sourceLocation: sourceLocation)
    #expect(done.isSubset(of: there), "lost: \(done.subtracting(there))", sourceLocation: sourceLocation)
    #expect(Set(there).isSubset(of: done.union(failed)), sourceLocation: sourceLocation)
  }

  /// Expects that each follower was notified of every name, and has read all of them.
  static func expectReported(_ there: [String], by followers: [UncheckedTransfer<KeyFollower>]) async throws {
    for follower in followers {
      #expect(try await follower.value.reported(there.count) == there.count)
      let context = follower.value.context
      let names = try context.performAndWait { try context.texts("Artist", "name") }
      #expect(names == there)
    }
  }
}
