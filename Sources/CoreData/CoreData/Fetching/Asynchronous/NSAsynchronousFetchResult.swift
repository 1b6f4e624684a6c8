import Foundation

/// The result of an asynchronous fetch.
public class NSAsynchronousFetchResult<ResultType: NSFetchRequestResult>: NSPersistentStoreAsynchronousResult,
  @unchecked Sendable
{
  /// The request that was executed.
  public let fetchRequest: NSAsynchronousFetchRequest<ResultType>
  /// The fetched results; nil until the fetch has ended, and if it failed or was cancelled.
  public private(set) var finalResult: [ResultType]?

  /// A copy of the fetch request, made when the request was executed.
  private let copy: NSFetchRequest<ResultType>
  private var fetched: [ResultType] = []

  init(of request: NSAsynchronousFetchRequest<ResultType>, in context: NSManagedObjectContext) {
    fetchRequest = request
    copy = request.fetchRequest.copy(giving: ResultType.self)
    super.init(in: context, count: request.estimatedResultCount)
  }

  /// Performs a step on the context's queue, or ends the fetch if it was cancelled.
  func schedule(_ step: @escaping @Sendable (NSAsynchronousFetchResult<ResultType>) -> Void) {
    managedObjectContext.perform { [self] in
      if isCancelled { end(with: nil, CocoaError(.userCancelled)) } else { step(self) }
    }
  }

  /// Performs the first step, which finds the objects.
  func fetch() {
    do {
      let fills =
        copy.resultType == .managedObjectResultType && copy.includesPropertyValues && copy.fetchBatchSize == 0
      if fills { copy.fetchBatchSize = Self.stepSize }
      fetched = try managedObjectContext.fetch(copy) { self.isCancelled }
      progress?.totalUnitCount = Int64(max(1, fetched.count))
      if fills { schedule { $0.fill(from: 0) } } else { finish() }
    } catch {
      end(with: nil, error)
    }
  }

  /// Performs a later step, which fills some of the objects.
  private func fill(from start: Int) {
    let end = min(start + Self.stepSize, fetched.count)
    let objects = fetched[start..<end].compactMap { $0 as AnyObject as? NSManagedObject }
    do {
      try managedObjectContext.fill(objects) { self.isCancelled }
    } catch {
      return self.end(with: nil, error)
    }
    progress?.completedUnitCount = Int64(end)
    if end < fetched.count { schedule { $0.fill(from: end) } } else { finish() }
  }

  private func finish() {
    if isCancelled { end(with: nil, CocoaError(.userCancelled)) } else { end(with: fetched, nil) }
  }

  private func end(with result: [ResultType]?, _ error: (any Error)?) {
    finalResult = result
    operationError = error
    fetched = []
    if let progress, result != nil { progress.completedUnitCount = progress.totalUnitCount }
    fetchRequest.block?(self)
  }

  private static var stepSize: Int { 1_000 }
}
