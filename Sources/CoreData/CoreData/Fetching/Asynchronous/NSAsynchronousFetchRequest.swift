import Foundation

/// A fetch that runs asynchronously in steps, between which the context's queue can do other work.
///
/// ```swift
/// let request = NSAsynchronousFetchRequest(fetchRequest: tracks) { result in show(result.finalResult ?? []) }
/// try context.execute(request)
/// ```
public class NSAsynchronousFetchRequest<ResultType: NSFetchRequestResult>: NSPersistentStoreRequest {
  /// The fetch request to execute.
  public let fetchRequest: NSFetchRequest<ResultType>
  /// The expected number of results, if the program knows it. It is the progress's total until the fetch knows the
  /// actual number. The default is 0.
  public var estimatedResultCount = 0
  /// The closure that is called with the result.
  let block: ((NSAsynchronousFetchResult<ResultType>) -> Void)?

  /// Creates a request for `NSManagedObjectContext.execute(_:)`.
  ///
  /// - Parameters:
  ///   - request: the fetch. It is copied when the request is executed.
  ///   - blk: a closure that is called once, on the context's queue, when the fetch has finished, failed or was
  ///     cancelled.
  public init(
    fetchRequest request: NSFetchRequest<ResultType>,
    completionBlock blk: ((NSAsynchronousFetchResult<ResultType>) -> Void)? = nil
  ) {
    fetchRequest = request
    block = blk
    super.init()
    affectedStores = request.affectedStores
  }

  /// `fetchRequestType`.
  public override var requestType: NSPersistentStoreRequestType { .fetchRequestType }

  /// Returns a request with the same fetch and the same block.
  public override func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSAsynchronousFetchRequest(fetchRequest: fetchRequest, completionBlock: block)
    copy.estimatedResultCount = estimatedResultCount
    return copy
  }
}

/// A request that a context executes asynchronously, with results of any type.
protocol AsynchronousRequest {
  /// Starts the request, on the context's queue.
  func begin(in context: NSManagedObjectContext) -> NSPersistentStoreResult
}

extension NSAsynchronousFetchRequest: AsynchronousRequest {
  func begin(in context: NSManagedObjectContext) -> NSPersistentStoreResult {
    let result = NSAsynchronousFetchResult(of: self, in: context)
    result.schedule { $0.fetch() }
    return result
  }
}
