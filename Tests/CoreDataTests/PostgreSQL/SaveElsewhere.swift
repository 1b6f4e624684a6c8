import Dispatch
import Foundation
import Testing

@testable import CoreData

/// An edit and a save on a thread of their own.
final class SaveElsewhere: Sendable {
  private let ended = DispatchSemaphore(value: 0)
  private let failure = Protected<(any Error)?>(nil)

  init(in context: NSManagedObjectContext, _ edit: @escaping @Sendable (NSManagedObjectContext) throws -> some Any) {
    Thread.detachNewThread { [self] in
      context.performAndWait {
        do {
          _ = try edit(context)
          try context.save()
        } catch {
          failure.withLock { $0 = error }
        }
      }
      ended.signal()
    }
  }

  /// Waits for the end, and returns the error of the save.
  func error() throws -> (any Error)? {
    try #require(ended.wait(timeout: .now() + 120) == .success)
    return failure.withLock { $0 }
  }
}
