import Foundation

/// The kinds of results of a request for a store's history.
public enum NSPersistentHistoryResultType: Int, Sendable {
  /// Whether it succeeded.
  case statusOnly = 0
  /// The IDs of the objects that were changed, each once.
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

/// Asks the stores for their history, or deletes the oldest part of it.
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
/// Stores that keep no history (`NSPersistentHistoryTrackingKey`) have none.
public class NSPersistentHistoryChangeRequest: NSPersistentStoreRequest {
  /// The operation of a request.
  enum Demand {
    case fetch(after: Bound)
    case delete(before: Bound)
  }

  /// The place where a request begins or ends.
  enum Bound {
    case date(Date)
    case token(NSPersistentHistoryToken?)
    /// There is no bound: the fetch request decides.
    case none
  }

  let demand: Demand

  /// The kind of result to return. The default is transactions with their changes for a fetch, whether it succeeded for
  /// a deletion.
  public var resultType: NSPersistentHistoryResultType

  /// The fetch request for the wanted transactions or changes: one of the entity that `NSPersistentHistoryTransaction`
  /// or `NSPersistentHistoryChange` provides. Its predicate, order, offset and limit are used.
  public var fetchRequest: NSFetchRequest<any NSFetchRequestResult>?

  /// The token at which the request begins or ends; nil for all transactions, or if a date was given.
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

  /// Makes a request for the transactions that were saved after a date.
  public class func fetchHistory(after date: Date) -> Self { Self(.fetch(after: .date(date))) }

  /// Makes a request for the transactions behind a place; all transactions for nil.
  public class func fetchHistory(after token: NSPersistentHistoryToken?) -> Self { Self(.fetch(after: .token(token))) }

  /// Makes a request for the transactions behind one; all transactions for nil.
  public class func fetchHistory(after transaction: NSPersistentHistoryTransaction?) -> Self {
    Self(.fetch(after: .token(transaction?.token)))
  }

  /// Makes a request for the transactions, or the changes, that a fetch request describes.
  public class func fetchHistory(withFetch fetchRequest: NSFetchRequest<any NSFetchRequestResult>) -> Self {
    let request = Self(.fetch(after: .none))
    request.fetchRequest = fetchRequest
    return request
  }

  /// Makes a request that deletes the transactions saved before a date.
  public class func deleteHistory(before date: Date) -> Self { Self(.delete(before: .date(date))) }

  /// Makes a request that deletes the transactions before the one that a token names; none for nil.
  public class func deleteHistory(before token: NSPersistentHistoryToken?) -> Self {
    Self(.delete(before: .token(token)))
  }

  /// Makes a request that deletes the transactions before one; none for nil.
  public class func deleteHistory(before transaction: NSPersistentHistoryTransaction?) -> Self {
    Self(.delete(before: .token(transaction?.token)))
  }

  /// A request for the same.
  public override func copy(with zone: NSZone? = nil) -> Any {
    let copy = Self(demand)
    copy.affectedStores = affectedStores
    copy.resultType = resultType
    copy.fetchRequest = fetchRequest
    return copy
  }
}

/// The result of a request for a store's history.
public class NSPersistentHistoryResult: NSPersistentStoreResult {
  /// The result, of the kind `resultType`. Transactions and changes are in the order of the fetch request, then in that
  /// of their stores, and within a store in that of their numbers.
  public let result: Any?

  /// The kind of `result`.
  public let resultType: NSPersistentHistoryResultType

  init(_ result: Any?, _ resultType: NSPersistentHistoryResultType) {
    self.result = result
    self.resultType = resultType
  }
}
