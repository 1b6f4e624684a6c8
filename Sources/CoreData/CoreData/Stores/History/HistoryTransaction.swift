import Foundation

/// The origin of a save, as recorded in a store's history.
package struct HistoryOrigin: Sendable, Equatable {
  /// `transactionAuthor` of the context.
  package var author: String?
  /// `name` of the context.
  package var contextName: String?
  /// The bundle identifier of the program.
  package var bundleID: String?
  /// The identifier of the process.
  package var processID: String?

  package init(author: String? = nil, contextName: String? = nil, bundleID: String? = nil, processID: String? = nil) {
    self.author = author
    self.contextName = contextName
    self.bundleID = bundleID
    self.processID = processID
  }
}

/// A save in a store's history.
package struct HistoryTransaction: Sendable {
  /// The transaction number. Numbers grow in the order of the saves and are never reused.
  package let number: Int64
  package let date: Date
  package let origin: HistoryOrigin
  /// The changes in the order in which they are stored; empty if the caller did not ask for them.
  package var changes: [HistoryChange] = []

  package init(number: Int64, date: Date, origin: HistoryOrigin, changes: [HistoryChange] = []) {
    self.number = number
    self.date = date
    self.origin = origin
    self.changes = changes
  }
}

/// The change of one row by a save.
package struct HistoryChange: Sendable {
  /// The raw values are those in Apple's store files.
  package enum Kind: Int64, Sendable {
    case insert = 0
    case update = 1
    case delete = 2
  }

  package var number: Int64 = 0
  package let kind: Kind
  package let key: RowKey
  /// The slots that an update changed, in ascending order.
  package var slots: [Int] = []
  /// The values that a history preserves of a deleted row (`preservesValueInHistoryOnDeletion`), by slot.
  package var tombstone: [Int: Value] = [:]

  package init(number: Int64 = 0, kind: Kind, key: RowKey, slots: [Int] = [], tombstone: [Int: Value] = [:]) {
    self.number = number
    self.kind = kind
    self.key = key
    self.slots = slots
    self.tombstone = tombstone
  }
}

/// A place in a history.
package enum HistoryBound: Sendable {
  case number(Int64)
  case date(Date)
}

/// The range of a history's transaction numbers.
package struct HistorySpan: Sendable {
  /// The number of the oldest transaction; nil if the history has none.
  package var first: Int64?
  /// The last transaction number assigned; 0 if none was.
  package var last: Int64
  /// The last change number assigned; 0 if none was.
  package var lastChange: Int64 = 0
  /// A number that grows where the numbers begin again, because the store's server lost transactions.
  package var era = 0

  package init(first: Int64? = nil, last: Int64, lastChange: Int64 = 0) {
    self.first = first
    self.last = last
    self.lastChange = lastChange
  }
}

extension RowStore {
  // Default implementations for a store that keeps no history.
  package func historySpan() throws -> HistorySpan? { nil }
  package func history(after bound: HistoryBound?, withChanges: Bool) throws -> [HistoryTransaction] { [] }
  package func deleteHistory(before bound: HistoryBound) throws -> Int { 0 }
  package func takeOwnTransactions(through number: Int64) -> Set<Int64> { [] }
}

/// The numbers of the transactions that a store itself wrote into its history. Recording starts with the first call of
/// `take(through:)`.
package struct OwnTransactions: Sendable {
  private let numbers = Protected<Set<Int64>?>(nil)

  package init() {}

  /// Records a transaction.
  package func note(_ number: Int64) { numbers.withLock { _ = $0?.insert(number) } }

  /// Returns the numbers of all recorded transactions, and forgets those up to the given number.
  package func take(through number: Int64) -> Set<Int64> {
    numbers.withLock { numbers in
      let all = numbers ?? []
      numbers = all.filter { $0 > number }
      return all
    }
  }
}
