import Foundation

/// A save, as recorded in its store's history.
public class NSPersistentHistoryTransaction: NSObject, NSCopying {
  private let transaction: HistoryTransaction
  let store: NSPersistentStore

  /// The changes of the save, in the order in which they were written; nil if they were not fetched.
  public let changes: [NSPersistentHistoryChange]?

  init(_ transaction: HistoryTransaction, in store: NSPersistentStore, withChanges: Bool) {
    self.transaction = transaction
    self.store = store
    changes = withChanges ? transaction.changes.map { NSPersistentHistoryChange($0, of: transaction, in: store) } : nil
  }

  /// The time of the save.
  public var timestamp: Date { transaction.date }

  /// The number of the transaction in its store. Later transactions have higher numbers.
  public var transactionNumber: Int64 { transaction.number }

  /// The identifier of the store.
  public var storeID: String { store.identifier }

  /// The identifier of the program that saved; empty if the history does not contain it.
  public var bundleID: String { transaction.origin.bundleID ?? "" }

  /// The identifier of the process that saved; empty if the history does not contain it.
  public var processID: String { transaction.origin.processID ?? "" }

  /// The name of the context that saved.
  public var contextName: String? { transaction.origin.contextName }

  /// The `transactionAuthor` of the context that saved.
  public var author: String? { transaction.origin.author }

  /// The position after this transaction in the store's history.
  public var token: NSPersistentHistoryToken { NSPersistentHistoryToken(numbers: [storeID: transactionNumber]) }

  /// Returns a notification with object IDs. A context that merges it applies this transaction. The transaction must
  /// have its changes.
  ///
  /// As in Apple's framework, the notification does not contain the changed properties, so a list reports such an
  /// update with unknown keys. The changed properties are in `updatedProperties` of ``changes``.
  public func objectIDNotification() -> Notification {
    func ids(_ type: NSPersistentHistoryChangeType) -> Set<NSManagedObjectID> {
      Set((changes ?? []).lazy.filter { $0.changeType == type }.map(\.changedObjectID))
    }
    return Notification(
      name: NSManagedObjectContext.didSaveObjectIDsNotification, object: nil,
      userInfo: [
        NSInsertedObjectIDsKey: ids(.insert), NSUpdatedObjectIDsKey: ids(.update), NSDeletedObjectIDsKey: ids(.delete),
        RemoteChanges.historyKey: true,
      ])
  }

  /// Returns the transaction itself, because it is immutable.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  /// Whether another object describes the same transaction of the same store.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSPersistentHistoryTransaction else { return false }
    return other.transactionNumber == transactionNumber && other.storeID == storeID
  }

  public override var hash: Int { transactionNumber.hashValue }

  public override var description: String {
    "NSPersistentHistoryTransaction(\(transactionNumber), \(timestamp), \(changes.map { "\($0.count) changes" } ?? "changes not fetched"))"
  }
}
