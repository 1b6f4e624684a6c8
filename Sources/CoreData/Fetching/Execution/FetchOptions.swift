import Foundation

/// What a fetch request asks for beside which objects and in what order, whatever its result type's name.
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
  /// Whether the fetch is not wanted any more; nil where nobody can cancel it.
  var isCancelled: (@Sendable () -> Bool)?

  /// Those of a request that says nothing.
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

  /// Whether there may be fewer dictionaries than rows: for groups, for what is distinct, or for what is computed of all
  /// rows.
  var isGathered: Bool {
    guard resultType == .dictionaryResultType else { return false }
    if !propertiesToGroupBy.isEmpty || returnsDistinctResults { return true }
    return propertiesToFetch?.contains { $0 is NSExpressionDescription } ?? false
  }
}
