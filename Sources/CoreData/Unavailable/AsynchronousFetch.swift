import Foundation

extension NSAsynchronousFetchRequest {
  @available(*, unavailable, message: "Keep the block that the request was made with.")
  public var completionBlock: NSPersistentStoreAsynchronousFetchResultCompletionBlock? { unavailable() }
}

@available(*, unavailable, message: "Write (NSAsynchronousFetchResult<ResultType>) -> Void.")
public typealias NSPersistentStoreAsynchronousFetchResultCompletionBlock = (
  NSAsynchronousFetchResult<any NSFetchRequestResult>
) -> Void
