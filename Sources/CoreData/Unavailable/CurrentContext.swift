import Foundation

extension NSFetchRequest {
  @available(
    *, unavailable, message: "Use the context's fetch(_:): no context belongs to a queue that it is not named on."
  )
  public func execute() throws -> [ResultType] { unavailable() }
}

extension NSManagedObjectContext {
  @available(*, unavailable, message: "Use init(concurrencyType:): a context is bound to a queue.")
  public class func new() -> Self { unavailable() }

  @available(*, unavailable, message: "Nothing can be observed by key: there is no Objective-C runtime.")
  public func observeValue(
    forKeyPath keyPath: String?, of object: Any?, change: [String: Any]?, context: UnsafeMutableRawPointer?
  ) { unavailable() }
}
