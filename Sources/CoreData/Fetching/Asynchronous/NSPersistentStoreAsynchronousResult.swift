import Foundation

/// What a request that is answered later gives at once: its progress, its error, and the way to cancel it.
// Unchecked: all but the flag of being cancelled is used on the context's queue.
open class NSPersistentStoreAsynchronousResult: NSPersistentStoreResult, @unchecked Sendable {
  /// The context that executes the request.
  public let managedObjectContext: NSManagedObjectContext
  /// How far the fetch is, in results; cancelling it cancels the fetch. It is a part of the progress that was current on
  /// the thread that executed the request.
  public let progress: Progress?
  /// Why there is no result, once the block was called: the fetch's error, or `CocoaError.userCancelled`.
  public internal(set) var operationError: (any Error)?
  private let cancelled = Protected(false)

  init(in context: NSManagedObjectContext, count: Int) {
    managedObjectContext = context
    progress = Progress(totalUnitCount: Int64(max(1, count)))
    super.init()
  }

  /// Ends the fetch before its next piece. One that waits for a server's answer ends within some 50 milliseconds, unless
  /// it reads a query generation, which would be lost, or a child fills its objects through its parent.
  ///
  /// The block is called later, on the context's queue, with `CocoaError.userCancelled` as `operationError`; what has ended
  /// already is not changed.
  public func cancel() {
    cancelled.withLock { $0 = true }
  }

  var isCancelled: Bool { cancelled.withLock { $0 } || progress?.isCancelled == true }
}
