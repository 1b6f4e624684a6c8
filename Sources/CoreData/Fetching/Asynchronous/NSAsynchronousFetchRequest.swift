import Foundation

/// A fetch that is done later, in pieces between which the context's queue does other work.
///
/// ```swift
/// let request = NSAsynchronousFetchRequest(fetchRequest: tracks) { result in show(result.finalResult ?? []) }
/// try context.execute(request)
/// ```
public class NSAsynchronousFetchRequest<ResultType: NSFetchRequestResult>: NSPersistentStoreRequest {
  /// The fetch request to execute.
  public let fetchRequest: NSFetchRequest<ResultType>
  /// The expected number of results, if the program knows it. The progress has it as its total until the fetch itself
  /// knows the number. The default is 0.
  public var estimatedResultCount = 0
  /// The closure that is called with the result.
  let block: ((NSAsynchronousFetchResult<ResultType>) -> Void)?

  /// Makes a request for `NSManagedObjectContext.execute(_:)`.
  ///
  /// - Parameters:
  ///   - request: what to fetch. It is copied when the request is executed.
  ///   - blk: called once, on the context's queue, when everything is fetched, an error ended the fetch or it was
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

  /// A request for the same fetch with the same block.
  public override func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSAsynchronousFetchRequest(fetchRequest: fetchRequest, completionBlock: block)
    copy.estimatedResultCount = estimatedResultCount
    return copy
  }
}

/// A request that a context answers later, with results of any type.
protocol AsynchronousRequest {
  /// Begins, on the context's queue.
  func begin(in context: NSManagedObjectContext) -> NSPersistentStoreResult
}

extension NSAsynchronousFetchRequest: AsynchronousRequest {
  func begin(in context: NSManagedObjectContext) -> NSPersistentStoreResult {
    let result = NSAsynchronousFetchResult(of: self, in: context)
    result.schedule { $0.fetch() }
    return result
  }
}
