import Foundation

@available(
  *, unavailable, message: "Fetch in a background context: container.performBackgroundTask { try $0.fetch(…) }."
)
public class NSAsynchronousFetchRequest<ResultType: NSFetchRequestResult>: NSPersistentStoreRequest {}

@available(*, unavailable, message: "Fetch in a background context.")
public class NSAsynchronousFetchResult<ResultType: NSFetchRequestResult>: NSObject {}

@available(*, unavailable, message: "Fetch in a background context.")
public class NSPersistentStoreAsynchronousResult: NSObject {}

@available(*, unavailable, message: "Fetch in a background context.")
public typealias NSPersistentStoreAsynchronousFetchResultCompletionBlock = (
  NSAsynchronousFetchResult<any NSFetchRequestResult>
) -> Void
