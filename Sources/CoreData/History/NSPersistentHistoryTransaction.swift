import Foundation

/// A save as recorded in the history of its store.
public class NSPersistentHistoryTransaction: NSObject, NSCopying {
  private let transaction: HistoryTransaction
  let store: NSPersistentStore

  /// The changes of the save, in the order in which they were written; nil if they were not asked for.
  public let changes: [NSPersistentHistoryChange]?

  init(_ transaction: HistoryTransaction, in store: NSPersistentStore, withChanges: Bool) {
    self.transaction = transaction
    self.store = store
    changes = withChanges ? transaction.changes.map { NSPersistentHistoryChange($0, of: transaction, in: store) } : nil
  }

  /// The time of the save.
  public var timestamp: Date { transaction.date }

  /// The number of the transaction in its store. Later ones have greater numbers.
  public var transactionNumber: Int64 { transaction.number }

  /// The identifier of the store.
  public var storeID: String { store.identifier }

  /// The identifier of the program that saved; empty if the history does not have it.
  public var bundleID: String { transaction.origin.bundleID ?? "" }

  /// The identifier of the process that saved; empty if the history does not have it.
  public var processID: String { transaction.origin.processID ?? "" }

  /// The name of the context that saved.
  public var contextName: String? { transaction.origin.contextName }

  /// The author that the context named, its `transactionAuthor`.
  public var author: String? { transaction.origin.author }

  /// The place behind this transaction in the store's history.
  public var token: NSPersistentHistoryToken { NSPersistentHistoryToken(numbers: [storeID: transactionNumber]) }

  /// Returns the notification that a context merges to follow this transaction, with object IDs. The transaction must
  /// have its changes.
  ///
  /// The changed properties are not in it, as in Apple's: a list reports such an update with unknown keys. They are the
  /// `updatedProperties` of ``changes``.
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

  /// The transaction itself, which never changes.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  /// Whether another one is the same transaction of the same store.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSPersistentHistoryTransaction else { return false }
    return other.transactionNumber == transactionNumber && other.storeID == storeID
  }

  public override var hash: Int { transactionNumber.hashValue }

  public override var description: String {
    "NSPersistentHistoryTransaction(\(transactionNumber), \(timestamp), \(changes.map { "\($0.count) changes" } ?? "changes not fetched"))"
  }
}
