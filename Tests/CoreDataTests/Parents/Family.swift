import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// A root context that saves to the store, a child of it, and the further contexts that a test adds, on the music model
/// or another. All are used on the thread of the test, in `run`.
struct Family {
  let stack: MusicStack
  let root: NSManagedObjectContext
  let child: NSManagedObjectContext

  /// The queues of parent and child.
  enum Queues: String, CaseIterable, Sendable {
    case privateBelowPrivate, mainBelowPrivate, privateBelowMain, mainBelowMain

    var root: NSManagedObjectContext.ConcurrencyType {
      self == .privateBelowMain || self == .mainBelowMain ? .mainQueue : .privateQueue
    }
    var child: NSManagedObjectContext.ConcurrencyType {
      self == .mainBelowPrivate || self == .mainBelowMain ? .mainQueue : .privateQueue
    }
  }

  init(
    _ type: String = NSInMemoryStoreType, _ queues: Queues = .privateBelowPrivate,
    model: NSManagedObjectModel = MusicModel.make()
  ) throws {
    stack = try MusicStack(type, model)
    root = NSManagedObjectContext(queues.root)
    root.persistentStoreCoordinator = stack.coordinator
    child = Self.context(below: root, queues.child)
  }

  static func context(
    below parent: NSManagedObjectContext, _ type: NSManagedObjectContext.ConcurrencyType = .privateQueue
  ) -> NSManagedObjectContext {
    let context = NSManagedObjectContext(type)
    context.parent = parent
    return context
  }

  /// Runs a test on the queues of the root and the child.
  func run<T>(_ body: () throws -> T) rethrows -> T {
    try child.performAndWait { try root.performAndWait { try body() } }
  }
}

/// Saves each parent context as soon as its child has saved to it.
final class ChainSaver {
  private var tokens: [any NSObjectProtocol] = []

  func follow(_ context: NSManagedObjectContext) -> NSManagedObjectContext {
    var lower = context
    while let upper = lower.parent {
      tokens.append(
        NotificationCenter.default.addObserver(
          forName: NSManagedObjectContext.didSaveObjectsNotification, object: lower, queue: nil
        ) { [weak upper] _ in
          upper?.performAndWait {
            do { try upper?.save() } catch { Issue.record("a context above could not save: \(error)") }
          }
        })
      lower = upper
    }
    return context
  }

  deinit { for token in tokens { NotificationCenter.default.removeObserver(token) } }
}

extension NSManagedObjectContext {
  /// Returns this context's object for an object of another context.
  func mine(_ object: NSManagedObject) -> NSManagedObject { self.object(with: object.objectID) }
}
