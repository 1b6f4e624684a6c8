import Foundation

/// The result that a request answered later returns at once: its progress, its error, and the way to cancel it.
// Unchecked: all but the flag of being cancelled is used on the context's queue.
open class NSPersistentStoreAsynchronousResult: NSPersistentStoreResult, @unchecked Sendable {
  /// The context that executes the request.
  public let managedObjectContext: NSManagedObjectContext
  /// The progress of the fetch, in results; cancelling it cancels the fetch. It is a child of the progress that was
  /// current on the thread that executed the request.
  public let progress: Progress?
  /// The reason why there is no result, set when the block is called: the fetch's error, or `CocoaError.userCancelled`.
  public internal(set) var operationError: (any Error)?
  private let cancelled = Protected(false)

  init(in context: NSManagedObjectContext, count: Int) {
    managedObjectContext = context
    progress = Progress(totalUnitCount: Int64(max(1, count)))
    super.init()
  }

  /// Cancels the fetch before its next step. A fetch that waits for a server's answer ends within some 50 milliseconds,
  /// unless it reads a query generation, which would be lost, or a child context fills its objects through its parent.
  ///
  /// The block is called later, on the context's queue, with `CocoaError.userCancelled` as `operationError`. A fetch
  /// that has ended already is not affected.
  public func cancel() {
    cancelled.withLock { $0 = true }
  }

  var isCancelled: Bool { cancelled.withLock { $0 } || progress?.isCancelled == true }
}
