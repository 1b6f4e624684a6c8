import Foundation

extension NSManagedObjectContext {
  @available(*, unavailable, message: "Use init(concurrencyType:): a context is bound to a queue.")
  public class func new() -> Self { unavailable() }

  @available(*, unavailable, message: "Contexts are not archived: make one with init(concurrencyType:).")
  public convenience init?(coder: NSCoder) { CoreData.unavailable() }

  @available(*, unavailable, message: "Nothing can be observed by key: there is no Objective-C runtime.")
  public func observeValue(
    forKeyPath keyPath: String?, of object: Any?, change: [String: Any]?, context: UnsafeMutableRawPointer?
  ) { unavailable() }
}

extension NSFetchRequest {
  @available(*, unavailable, message: "Requests are not archived: make one, or keep it as a template of the model.")
  public convenience init?(coder: NSCoder) { CoreData.unavailable() }

  @available(
    *, unavailable, message: "Use the context's fetch(_:): no context belongs to a queue that it is not named on."
  )
  public func execute() throws -> [ResultType] { unavailable() }
}

extension NSAsynchronousFetchRequest {
  @available(*, unavailable, message: "Keep the block that the request was made with.")
  public var completionBlock: NSPersistentStoreAsynchronousFetchResultCompletionBlock? { unavailable() }
}

@available(*, unavailable, message: "Write (NSAsynchronousFetchResult<ResultType>) -> Void.")
public typealias NSPersistentStoreAsynchronousFetchResultCompletionBlock = (
  NSAsynchronousFetchResult<any NSFetchRequestResult>
) -> Void

@available(
  *, unavailable, message: "Write FETCH(…) in a mapping model's format; elsewhere fetch twice, or use SUBQUERY."
)
public class NSFetchRequestExpression: NSObject {}

@available(*, unavailable, message: "FETCH(…) in a format is a function here.")
public var NSFetchRequestExpressionType: _FoundationNames.ExpressionType { unavailable() }
