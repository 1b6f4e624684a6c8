import Foundation

/// The origin of a save, as a store's history names it.
struct HistoryOrigin: Sendable, Equatable {
  /// `transactionAuthor` of the context.
  var author: String?
  /// `name` of the context.
  var contextName: String?
  /// The identifier of the program.
  var bundleID: String?
  /// The identifier of the process.
  var processID: String?
}

/// A save in a store's history.
struct HistoryTransaction: Sendable {
  /// Numbers grow in the order of the saves and are never given twice.
  let number: Int64
  let date: Date
  let origin: HistoryOrigin
  /// In the order in which they are stored; empty where they were not asked for.
  var changes: [HistoryChange] = []
}

/// The change of one row by a save.
struct HistoryChange: Sendable {
  /// The numbers are those of Apple's stores.
  enum Kind: Int64, Sendable {
    case insert = 0
    case update = 1
    case delete = 2
  }

  var number: Int64 = 0
  let kind: Kind
  let key: RowKey
  /// The slots that an update changed, in ascending order.
  var slots: [Int] = []
  /// The values of a deleted row that the model wants to be kept, by slot.
  var tombstone: [Int: Value] = [:]
}

/// A place in a history.
enum HistoryBound: Sendable {
  case number(Int64)
  case date(Date)
}

/// The range of transactions that a history has.
struct HistorySpan: Sendable {
  /// The number of the oldest transaction; nil where all were deleted.
  var first: Int64?
  /// The number that was given last; 0 where none was given yet.
  var last: Int64
  /// The number that was given last to a change; 0 where none was given yet.
  var lastChange: Int64 = 0
}

extension RowStore {
  // A store that keeps no history.
  func historySpan() throws -> HistorySpan? { nil }
  func history(after bound: HistoryBound?, withChanges: Bool) throws -> [HistoryTransaction] { [] }
  func deleteHistory(before bound: HistoryBound) throws -> Int { 0 }
  func takeOwnTransactions(through number: Int64) -> Set<Int64> { [] }
}
