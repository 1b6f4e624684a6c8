import Foundation

/// What the result of a request for a store's history is.
public enum NSPersistentHistoryResultType: Int, Sendable {
  /// Whether it succeeded.
  case statusOnly = 0
  /// The IDs of the objects that were changed, each once.
  case objectIDs = 1
  /// How many transactions there are.
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
  /// What is asked for.
  enum Demand {
    case fetch(after: Bound)
    case delete(before: Bound)
  }

  /// Where a request begins or ends.
  enum Bound {
    case date(Date)
    case token(NSPersistentHistoryToken?)
    /// Whatever the fetch says.
    case none
  }

  let demand: Demand

  /// What the result is: transactions with their changes for a fetch, whether it succeeded for a deletion.
  public var resultType: NSPersistentHistoryResultType

  /// Which transactions or changes are wanted: a request of the entity that `NSPersistentHistoryTransaction` or
  /// `NSPersistentHistoryChange` gives, of which the predicate, the order, the offset and the limit count.
  public var fetchRequest: NSFetchRequest<any NSFetchRequestResult>?

  /// The token behind which the request looks; nil for all transactions, or where a date was given.
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

  /// The transactions that were saved after a date.
  public class func fetchHistory(after date: Date) -> Self { Self(.fetch(after: .date(date))) }

  /// The transactions behind a place; all of them for nil.
  public class func fetchHistory(after token: NSPersistentHistoryToken?) -> Self { Self(.fetch(after: .token(token))) }

  /// The transactions behind one; all of them for nil.
  public class func fetchHistory(after transaction: NSPersistentHistoryTransaction?) -> Self {
    Self(.fetch(after: .token(transaction?.token)))
  }

  /// The transactions, or the changes, that a fetch request describes.
  public class func fetchHistory(withFetch fetchRequest: NSFetchRequest<any NSFetchRequestResult>) -> Self {
    let request = Self(.fetch(after: .none))
    request.fetchRequest = fetchRequest
    return request
  }

  /// Deletes the transactions that were saved before a date.
  public class func deleteHistory(before date: Date) -> Self { Self(.delete(before: .date(date))) }

  /// Deletes the transactions before the one that a token names; none for nil.
  public class func deleteHistory(before token: NSPersistentHistoryToken?) -> Self {
    Self(.delete(before: .token(token)))
  }

  /// Deletes the transactions before one; none for nil.
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

/// What a request for a store's history gives.
public class NSPersistentHistoryResult: NSPersistentStoreResult {
  /// Of the kind that `resultType` says. Transactions and changes come in the order of the fetch request, then of their
  /// stores, and there in that of their numbers.
  public let result: Any?

  /// What `result` is.
  public let resultType: NSPersistentHistoryResultType

  init(_ result: Any?, _ resultType: NSPersistentHistoryResultType) {
    self.result = result
    self.resultType = resultType
  }
}
