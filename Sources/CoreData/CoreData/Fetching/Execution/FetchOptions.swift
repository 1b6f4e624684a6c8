import Foundation

/// The settings of a fetch request except its entity, predicate, limit and offset, without its generic type.
struct FetchOptions {
  let resultType: NSFetchRequestResultType
  let batchSize: Int
  let includesPendingChanges: Bool
  let includesPropertyValues: Bool
  let returnsObjectsAsFaults: Bool
  let refreshesRefetchedObjects: Bool
  let returnsDistinctResults: Bool
  let propertiesToFetch: [Any]?
  let propertiesToGroupBy: [Any]
  let havingPredicate: NSPredicate?
  let sortDescriptors: [NSSortDescriptor]
  let prefetchedPaths: [String]
  /// Returns whether the fetch was cancelled; nil if it cannot be cancelled.
  var isCancelled: (@Sendable () -> Bool)?

  /// Creates the options of a request with default settings.
  init() { self.init(NSFetchRequest<NSManagedObject>()) }

  init<T>(_ request: NSFetchRequest<T>) {
    resultType = request.resultType
    batchSize = request.fetchBatchSize
    includesPendingChanges = request.includesPendingChanges
    includesPropertyValues = request.includesPropertyValues
    returnsObjectsAsFaults = request.returnsObjectsAsFaults
    refreshesRefetchedObjects = request.shouldRefreshRefetchedObjects
    returnsDistinctResults = request.returnsDistinctResults
    propertiesToFetch = request.propertiesToFetch
    propertiesToGroupBy = request.propertiesToGroupBy ?? []
    havingPredicate = request.havingPredicate
    sortDescriptors = request.sortDescriptors ?? []
    prefetchedPaths = request.relationshipKeyPathsForPrefetching ?? []
  }

  /// Whether there may be fewer dictionaries than rows, because of groups, distinct results, or columns computed from
  /// all rows.
  var isGathered: Bool {
    guard resultType == .dictionaryResultType else { return false }
    if !propertiesToGroupBy.isEmpty || returnsDistinctResults { return true }
    return propertiesToFetch?.contains { $0 is NSExpressionDescription } ?? false
  }
}
