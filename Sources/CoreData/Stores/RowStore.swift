import Foundation

/// A store of rows. The SQLite, the PostgreSQL and the in-memory store implement it; a context uses nothing else of
/// them.
///
/// Every method may be called from any thread. A store reads its last saved state.
package protocol RowStore: RowReading, AnyObject, Sendable {
  var isReadOnly: Bool { get }

  /// Writes all of it or, when it throws, nothing.
  ///
  /// - Throws: `SaveConflicts` when a row is not at the version that the context last saw.
  func save(_ changes: StoreChanges) throws -> StoreSaveResult

  /// Carries out a batch update or a batch deletion, all of it or nothing.
  ///
  /// - Returns: nil, with nothing changed, where objects have to be made of the rows: the store has no statement for
  ///   the change, or a rule of the model decides about each object.
  func carryOut(_ change: BatchChange) throws -> BatchOutcome?

  /// Primary keys for objects that want a permanent ID before they are saved, in the order of the entities given.
  func allocateKeys(for entities: [EntityLayout]) throws -> [RowKey]

  /// Makes later reads see what is saved now or later: they do not join a read transaction that another thread has
  /// open.
  func beginReading()

  /// Begins reading in order to merge news: later reads join the read transaction in which the news were read, with all
  /// that was read in it already, unless another reader has begun since.
  ///
  /// - Parameter news: the span of the history when the news were read.
  func beginReading(after news: HistorySpan)

  /// Whether the read transaction of `news(since:after:)` stays open for the contexts that merge the news.
  var lendsNews: Bool { get }

  /// Ends the read transaction of the reads since the last end.
  func endReadTransaction()

  /// A number that grows when another coordinator, in this process or another, has changed the store since the last
  /// call. The store's own saves leave it as it is. A call may end the read transaction and begin the next; it costs a
  /// few microseconds.
  func externalVersion() throws -> Int

  /// The `externalVersion` of the state that reads see until the read transaction ends.
  func readVersion() throws -> Int

  /// Watches for writes of other stores and processes for as long as the returned value is kept; nil where the store
  /// itself is not notified of any, so that its files are watched.
  ///
  /// - Parameter notice: called after a write, on any queue.
  func watchWrites(_ notice: @escaping @Sendable () -> Void) -> (any Sendable)?

  /// The span of the transactions in the store's history; nil where it keeps no history.
  func historySpan() throws -> HistorySpan?

  /// The transactions behind a place, oldest first; all of them for nil.
  ///
  /// - Complexity: O(what is returned), whatever the store's size.
  func history(after bound: HistoryBound?, withChanges: Bool) throws -> [HistoryTransaction]

  /// The writes since a look at the store, which keeps a history; nil, or news of own transactions only, where no other
  /// store or process wrote. The watch for remote changes asks for it.
  ///
  /// - Parameters:
  ///   - version: the `externalVersion` of that look.
  ///   - transaction: the number of the newest transaction then.
  /// - Complexity: O(what is returned), whatever the store's size.
  func news(since version: Int, after transaction: Int64) throws -> StoreNews?

  /// Deletes the transactions before a place.
  ///
  /// - Returns: how many there were.
  func deleteHistory(before bound: HistoryBound) throws -> Int

  /// Returns the numbers of the transactions in its history that this store wrote itself. Those up to `number` are
  /// returned once, later ones by a later call again. They are recorded from the first call on.
  func takeOwnTransactions(through number: Int64) -> Set<Int64>

  /// Pins the current state of the store for as long as the returned store is kept; nil where an earlier state cannot
  /// be kept.
  ///
  /// The returned store reads that state, and forwards everything else to the store itself.
  func pinned() throws -> (any RowStore)?

  /// Closes what the store has open; its coordinator removed it. Every later call throws.
  func close()
}

extension RowStore {
  /// A store that no other coordinator can reach never changes by itself.
  package func externalVersion() throws -> Int { 0 }

  package func beginReading(after news: HistorySpan) { beginReading() }

  package var lendsNews: Bool { false }

  package func readVersion() throws -> Int { try externalVersion() }

  package func watchWrites(_ notice: @escaping @Sendable () -> Void) -> (any Sendable)? { nil }

  package func pinned() throws -> (any RowStore)? { nil }

  package func groups(_ query: GroupQuery) throws -> [RowGroup]? { nil }

  package func carryOut(_ change: BatchChange) throws -> BatchOutcome? { nil }

  /// A store without indexes has none.
  package func seek(_ order: RowSeek.Order) throws -> RowSeek? { nil }

  package func firstRows(
    _ seek: RowSeek, after places: [RowSeek.Place], where accepts: (_ place: Int, _ primaryKey: Int64) -> Bool
  ) throws -> [RowSeek.Answer] { places.map { _ in .unknown } }
}

/// The changes that one save writes to one store. Keys of inserted rows may be temporary, and so may references to
/// them.
package struct StoreChanges: Sendable {
  package struct Update: Sendable {
    /// The new values, with the version that the context last saw.
    package let row: Row
    /// The slots that changed.
    package let slots: [Int]
  }

  package struct Deletion: Sendable {
    package let key: RowKey
    /// The version that the context last saw; nil where it never saw one.
    package let version: Int64?
  }

  /// A change of a many-to-many relationship, or of an ordered one. Each pair of inverse relationships is named from
  /// one side only, unless both are ordered or they are one relationship; an unordered one-to-many relationship is in
  /// its destinations' rows.
  package struct ToMany: Sendable {
    package let owner: RowKey
    package let slot: Int
    package let added: [RowKey]
    package let removed: [RowKey]
    /// All destinations in their new order, when the relationship is ordered.
    package let ordered: [RowKey]?
  }

  /// The new rows in the order of insertion, in which primary keys are given.
  package var inserted: [Row] = []
  /// The versions of deleted rows that are inserted again under their keys.
  package var formerVersions: [RowKey: Int64] = [:]
  /// Whether the saver takes the values of the inserted rows as they are saved, and not only their keys and versions.
  package var wantsInsertedValues = true
  /// Whether the inserted rows have the keys of another store, which this one has not given out.
  package var hasForeignKeys = false
  package var updated: [Update] = []
  package var deleted: [Deletion] = []
  package var toMany: [ToMany] = []
  /// The owners of to-many relationships that changed and that are no part of `toMany`: unordered ones without an
  /// inverse, which the destinations' rows hold, and ends of relationships from many to many of which the other end is
  /// written. A history names the owners.
  var owners: [(key: RowKey, slot: Int)] = []
  /// The store's new metadata, a binary property list without `NSStoreUUIDKey`; nil leaves it byte for byte.
  package var metadata: Data?
  /// A newer form of the property list, which takes the place of the one that it was made of, and of no other.
  package var renewal: (former: Data, new: Data)?
  /// The origin of the save, as a history names it.
  package var origin = HistoryOrigin()

  /// The version that an inserted row gets.
  package func insertedVersion(of key: RowKey) -> Int64 {
    guard !formerVersions.isEmpty, let former = formerVersions[key], former < .max else { return 1 }
    return former + 1
  }
}

package struct StoreSaveResult: Sendable {
  /// The rows as they are now saved, keys and references permanent: the inserted ones, then the updated ones, each in
  /// the order of the request. Where the values of inserted rows are not wanted, a store may omit these rows and return
  /// only their keys.
  package var inserted: [Row] = []
  package var updated: [Row] = []
  /// The keys of the omitted rows.
  package var keysOfUnwanted: [RowKey] = []
  /// The rows of other objects, of which only derived attributes changed. Their versions stay.
  package var derived: [Row] = []
  /// The attributes that triggers of a store of Apple's changed besides derived ones, by entity.
  var triggered: [Int: SlotSet] = [:]
  /// The numbers of the save where a parent context has counted it; a coordinator counts those to its stores itself.
  var numbers: [Int] = []
  /// The number of the save in the store's history; nil where it has none.
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

/// Rows that another context or another coordinator changed or deleted since the context last saw them.
package struct SaveConflicts: Error {
  package struct Conflict: Sendable {
    package let key: RowKey
    package let seenVersion: Int64
    /// The row as it is stored now; nil when it was deleted.
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

/// A store was used after it was closed.
package struct StoreClosedError: Error {
  package init() {}
}
