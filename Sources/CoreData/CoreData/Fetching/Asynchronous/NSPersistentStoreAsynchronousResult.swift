import Foundation

/// The result that an asynchronous request returns immediately. It has the progress and the error, and can cancel the
/// request.
// Unchecked: all state except the cancellation flag is used on the context's queue.
open class NSPersistentStoreAsynchronousResult: NSPersistentStoreResult, @unchecked Sendable {
  /// The context that executes the request.
  public let managedObjectContext: NSManagedObjectContext
  /// The progress of the fetch, in results. Cancelling it cancels the fetch. Its parent is the progress that was
  /// current on the thread that executed the request.
  public let progress: Progress?
  /// The error if there is no result: the fetch's error, or `CocoaError.userCancelled`. It is set before the block is
  /// called.
  public internal(set) var operationError: (any Error)?
  private let cancelled = Protected(false)

  init(in context: NSManagedObjectContext, count: Int) {
    managedObjectContext = context
    progress = Progress(totalUnitCount: Int64(max(1, count)))
    super.init()
  }

  /// Cancels the fetch before its next step. A fetch that waits for a server ends within about 50 milliseconds,
  /// unless it reads a query generation, which would be lost, or a child context fills its objects through its
  /// parent.
  ///
  /// The block is called later, on the context's queue, with `CocoaError.userCancelled` as `operationError`. A fetch
  /// that has ended already is not affected.
  public func cancel() {
    cancelled.withLock { $0 = true }
  }

  var isCancelled: Bool { cancelled.withLock { $0 } || progress?.isCancelled == true }
}
