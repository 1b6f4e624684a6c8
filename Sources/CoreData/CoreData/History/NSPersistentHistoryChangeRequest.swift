import Foundation

/// The kinds of results of a request for the persistent history.
public enum NSPersistentHistoryResultType: Int, Sendable {
  /// Whether the request succeeded.
  case statusOnly = 0
  /// The IDs of the changed objects, without duplicates.
  case objectIDs = 1
  /// The number of transactions.
  case count = 2
  /// The transactions without their changes.
  case transactionsOnly = 3
  /// The changes of all transactions.
  case changesOnly = 4
  /// The transactions with their changes.
  case transactionsAndChanges = 5
}

/// A request that fetches the stores' persistent history, or deletes the oldest part of it.
///
/// ```swift
/// let request = NSPersistentHistoryChangeRequest.fetchHistory(after: lastToken)
/// let result = try context.execute(request) as? NSPersistentHistoryResult
/// for transaction in result?.result as? [NSPersistentHistoryTransaction] ?? [] {
///   context.mergeChanges(fromContextDidSave: transaction.objectIDNotification())
///   lastToken = transaction.token
/// }
/// ```
///
/// A store without history tracking (`NSPersistentHistoryTrackingKey`) has no history.
public class NSPersistentHistoryChangeRequest: NSPersistentStoreRequest {
  /// The operation of a request.
  enum Demand {
    case fetch(after: Bound)
    case delete(before: Bound)
  }

  /// The position in the history after or before which a request applies.
  enum Bound {
    case date(Date)
    case token(NSPersistentHistoryToken?)
    /// No bound; the fetch request selects.
    case none
  }

  let demand: Demand

  /// The kind of result to return. The default is transactions with their changes for a fetch, and whether it
  /// succeeded for a deletion.
  public var resultType: NSPersistentHistoryResultType

  /// An optional fetch request that selects transactions or changes. Its entity must be the one that
  /// `NSPersistentHistoryTransaction` or `NSPersistentHistoryChange` provides. Its predicate, sort descriptors,
  /// offset and limit are used.
  public var fetchRequest: NSFetchRequest<any NSFetchRequestResult>?

  /// The token after or before which the request applies; nil for all transactions, or if the request has a date.
  public var token: NSPersistentHistoryToken? {
    switch demand {
    case .fetch(after: .token(let token)), .delete(before: .token(let token)): token
    default: nil
    }
  }

  required init(_ demand: Demand) {
    self.demand = demand
    switch demand {
    case .fetch: resultType = .transactionsAndChanges
    case .delete: resultType = .statusOnly
    }
    super.init()
  }

  /// Creates a request for the transactions that were saved after a date.
  public class func fetchHistory(after date: Date) -> Self { Self(.fetch(after: .date(date))) }

  /// Creates a request for the transactions after the position of a token; for all transactions if it is nil.
  public class func fetchHistory(after token: NSPersistentHistoryToken?) -> Self { Self(.fetch(after: .token(token))) }

  /// Creates a request for the transactions after the given one; for all transactions if it is nil.
  public class func fetchHistory(after transaction: NSPersistentHistoryTransaction?) -> Self {
    Self(.fetch(after: .token(transaction?.token)))
  }

  /// Creates a request for the transactions, or the changes, that a fetch request selects.
  public class func fetchHistory(withFetch fetchRequest: NSFetchRequest<any NSFetchRequestResult>) -> Self {
    let request = Self(.fetch(after: .none))
    request.fetchRequest = fetchRequest
    return request
  }

  /// Creates a request that deletes the transactions that were saved before a date.
  public class func deleteHistory(before date: Date) -> Self { Self(.delete(before: .date(date))) }

  /// Creates a request that deletes the transactions before the token's last transaction; none if it is nil.
  public class func deleteHistory(before token: NSPersistentHistoryToken?) -> Self {
    Self(.delete(before: .token(token)))
  }

  /// Creates a request that deletes the transactions before the given one; none if it is nil.
  public class func deleteHistory(before transaction: NSPersistentHistoryTransaction?) -> Self {
    Self(.delete(before: .token(transaction?.token)))
  }

  /// Returns a request with the same settings.
  public override func copy(with zone: NSZone? = nil) -> Any {
    let copy = Self(demand)
    copy.affectedStores = affectedStores
    copy.resultType = resultType
    copy.fetchRequest = fetchRequest
    return copy
  }
}

/// The result of a request for the persistent history.
public class NSPersistentHistoryResult: NSPersistentStoreResult {
  /// The result, of the kind `resultType`. Transactions and changes are in the order of the fetch request, then of
  /// the stores, and within a store by number.
  public let result: Any?

  /// The kind of `result`.
  public let resultType: NSPersistentHistoryResultType

  init(_ result: Any?, _ resultType: NSPersistentHistoryResultType) {
    self.result = result
    self.resultType = resultType
  }
}
