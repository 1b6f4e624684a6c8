import Foundation

/// A store of rows, implemented by the SQLite, the PostgreSQL and the in-memory store. Contexts use stores only through
/// this protocol.
///
/// Every method may be called on any thread. Reads see the last saved state.
package protocol RowStore: RowReading, AnyObject, Sendable {
  var isReadOnly: Bool { get }

  /// Writes all changes or, if it throws, none.
  ///
  /// - Throws: `SaveConflicts` if a row does not have the version that the context last saw.
  func save(_ changes: StoreChanges) throws -> StoreSaveResult

  /// Carries out a batch update or batch deletion completely or, if it throws, not at all.
  ///
  /// - Returns: nil, with nothing changed, if the caller must load the objects instead. The store then has no statement
  ///   for the change, or a rule of the model must be applied to each object.
  func carryOut(_ change: BatchChange) throws -> BatchOutcome?

  /// Assigns primary keys to objects that need a permanent ID before they are saved, in the order of the entities.
  func allocateKeys(for entities: [EntityLayout]) throws -> [RowKey]

  /// Makes later reads see the newest saved state, instead of joining the read transaction that another thread has
  /// open.
  func beginReading()

  /// Begins reading in order to merge news. Later reads join the read transaction in which the news were read, and
  /// share what was read in it, unless another reader has begun since.
  ///
  /// - Parameter news: the span of the history when the news were read.
  func beginReading(after news: HistorySpan)

  /// Whether the read transaction of `news(since:after:)` stays open for the contexts that merge the news.
  var lendsNews: Bool { get }

  /// Ends the current read transaction.
  func endReadTransaction()

  /// A number that has grown if another coordinator, in this or another process, has changed the store since the last
  /// call. The store's own saves do not change it. A call may end the read transaction and begin the next. It takes a
  /// few microseconds.
  func externalVersion() throws -> Int

  /// The `externalVersion` of the state that the current read transaction sees.
  func readVersion() throws -> Int

  /// Watches for writes by other stores and processes while the returned value is kept. Nil if the store is not
  /// notified of writes; the caller then watches its files.
  ///
  /// - Parameter notice: called after a write, on any queue.
  func watchWrites(_ notice: @escaping @Sendable () -> Void) -> (any Sendable)?

  /// The span of the transactions in the store's history; nil if it keeps no history.
  func historySpan() throws -> HistorySpan?

  /// The transactions after a bound, oldest first; all if it is nil.
  ///
  /// - Complexity: O(size of the result), independent of the store's size.
  func history(after bound: HistoryBound?, withChanges: Bool) throws -> [HistoryTransaction]

  /// The writes since an earlier look at a store that keeps a history; used to notice remote changes. If no other store
  /// or process wrote, it is nil or has only the store's own transactions.
  ///
  /// - Parameters:
  ///   - version: the `externalVersion` at the earlier look.
  ///   - transaction: the number of the newest transaction at the earlier look.
  /// - Complexity: O(size of the result), independent of the store's size.
  func news(since version: Int, after transaction: Int64) throws -> StoreNews?

  /// Deletes the transactions before a bound.
  ///
  /// - Returns: the number of deleted transactions.
  func deleteHistory(before bound: HistoryBound) throws -> Int

  /// Returns the numbers of the transactions that this store itself wrote into its history, recorded since the first
  /// call. Numbers up to `number` are returned once; later numbers are returned again by the next call.
  func takeOwnTransactions(through number: Int64) -> Set<Int64>

  /// Pins the current state of the store while the returned store is kept. Nil if the store cannot keep an earlier
  /// state.
  ///
  /// The returned store reads the pinned state, and forwards everything else to this store.
  func pinned() throws -> (any RowStore)?

  /// Closes all files and connections after the coordinator has removed the store. Every later call throws.
  func close()
}

extension RowStore {
  /// The version never changes, because no other coordinator can reach the store.
  package func externalVersion() throws -> Int { 0 }

  package func beginReading(after news: HistorySpan) { beginReading() }

  package var lendsNews: Bool { false }

  package func readVersion() throws -> Int { try externalVersion() }

  package func watchWrites(_ notice: @escaping @Sendable () -> Void) -> (any Sendable)? { nil }

  package func pinned() throws -> (any RowStore)? { nil }

  package func groups(_ query: GroupQuery) throws -> [RowGroup]? { nil }

  package func carryOut(_ change: BatchChange) throws -> BatchOutcome? { nil }

  /// Returns nil, because a store without indexes cannot seek.
  package func seek(_ order: RowSeek.Order) throws -> RowSeek? { nil }

  package func firstRows(
    _ seek: RowSeek, after places: [RowSeek.Place], where accepts: (_ place: Int, _ primaryKey: Int64) -> Bool
  ) throws -> [RowSeek.Answer] { places.map { _ in .unknown } }
}

/// The changes that one save writes to one store. Inserted rows, and references to them, may have temporary keys.
package struct StoreChanges: Sendable {
  package struct Update: Sendable {
    /// The new values, and the version that the context last saw.
    package let row: Row
    /// The slots that changed.
    package let slots: [Int]
  }

  package struct Deletion: Sendable {
    package let key: RowKey
    /// The version that the context last saw; nil if it never saw the row.
    package let version: Int64?
  }

  /// A change of a many-to-many or an ordered relationship. For a pair of inverse relationships, only one side is
  /// listed, unless both are ordered or they are the same relationship. An unordered one-to-many relationship is never
  /// listed, because the destinations' rows hold it.
  package struct ToMany: Sendable {
    package let owner: RowKey
    package let slot: Int
    package let added: [RowKey]
    package let removed: [RowKey]
    /// All destinations in their new order, if the relationship is ordered.
    package let ordered: [RowKey]?
  }

  /// The new rows in the order of insertion. Primary keys are assigned in this order.
  package var inserted: [Row] = []
  /// The former versions of rows that were deleted and are inserted again under the same keys.
  package var formerVersions: [RowKey: Int64] = [:]
  /// Whether the result includes the saved values of the inserted rows, and not only their keys.
  package var wantsInsertedValues = true
  /// Whether the inserted rows keep keys that another store assigned.
  package var hasForeignKeys = false
  package var updated: [Update] = []
  package var deleted: [Deletion] = []
  package var toMany: [ToMany] = []
  /// The owners of changed to-many relationships that are not listed in `toMany`, so that a history can record them:
  /// unordered relationships without an inverse that the destinations' rows hold, and the unwritten ends of
  /// many-to-many relationships.
  var owners: [(key: RowKey, slot: Int)] = []
  /// The store's new metadata, a binary property list without `NSStoreUUIDKey`; nil leaves the metadata unchanged.
  package var metadata: Data?
  /// A newer form of the property list. It is written only if the store still has the list `former`.
  package var renewal: (former: Data, new: Data)?
  /// The origin of the save, which a history records.
  package var origin = HistoryOrigin()

  /// The version that an inserted row gets.
  package func insertedVersion(of key: RowKey) -> Int64 {
    guard !formerVersions.isEmpty, let former = formerVersions[key], former < .max else { return 1 }
    return former + 1
  }
}

package struct StoreSaveResult: Sendable {
  /// The rows as saved, with permanent keys and references: inserted rows, then updated rows, each in the order of the
  /// request. A store may omit inserted rows if `wantsInsertedValues` is false.
  package var inserted: [Row] = []
  package var updated: [Row] = []
  /// The keys of the omitted inserted rows.
  package var keysOfUnwanted: [RowKey] = []
  /// Rows of other objects of which only derived attributes changed. Their versions stay the same.
  package var derived: [Row] = []
  /// The attributes, other than derived ones, that triggers changed in a store that Apple's Core Data made, by entity.
  var triggered: [Int: SlotSet] = [:]
  /// The numbers of a save to a parent context. A coordinator numbers the saves to its stores itself.
  var numbers: [Int] = []
  /// The number of the save in the store's history; nil if the store keeps no history.
  package var transaction: Int64?

  package init(
    inserted: [Row] = [], updated: [Row] = [], keysOfUnwanted: [RowKey] = [], derived: [Row] = [],
    triggered: [Int: SlotSet] = [:], numbers: [Int] = [], transaction: Int64? = nil
  ) {
    self.inserted = inserted
    self.updated = updated
    self.keysOfUnwanted = keysOfUnwanted
    self.derived = derived
    self.triggered = triggered
    self.numbers = numbers
    self.transaction = transaction
  }

  /// The keys of the inserted rows, in the order of the request.
  var insertedKeys: [RowKey] { keysOfUnwanted.isEmpty ? inserted.map(\.key) : keysOfUnwanted }
}

/// The rows that another context or coordinator changed or deleted since the context last saw them.
package struct SaveConflicts: Error {
  package struct Conflict: Sendable {
    package let key: RowKey
    package let seenVersion: Int64
    /// The row as it is stored now; nil if it was deleted.
    package let stored: Row?

    package init(key: RowKey, seenVersion: Int64, stored: Row?) {
      self.key = key
      self.seenVersion = seenVersion
      self.stored = stored
    }
  }

  package let conflicts: [Conflict]

  package init(conflicts: [Conflict]) {
    self.conflicts = conflicts
  }
}

/// The error of a call to a closed store.
package struct StoreClosedError: Error {
  package init() {}
}
