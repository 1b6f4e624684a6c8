import Foundation

/// The history of an in-memory store.
struct InMemoryHistory: Sendable {
  private(set) var transactions: [HistoryTransaction] = []
  private var lastNumber: Int64 = 0
  private var lastChange: Int64 = 0
  /// The slots of the attributes whose values are preserved when a row is deleted, by entity.
  let preserved: [Int: [Int]]

  init(preserved: [Int: [Int]]) { self.preserved = preserved }

  var span: HistorySpan { HistorySpan(first: transactions.first?.number, last: lastNumber) }

  /// Appends a transaction. Without changes, it does nothing.
  mutating func record(_ changes: [HistoryChange], by origin: HistoryOrigin, at date: Date) {
    guard !changes.isEmpty else { return }
    lastNumber += 1
    var numbered = changes
    for place in numbered.indices {
      lastChange += 1
      numbered[place].number = lastChange
    }
    transactions.append(HistoryTransaction(number: lastNumber, date: date, origin: origin, changes: numbered))
  }

  func transactions(after bound: HistoryBound?, withChanges: Bool) -> [HistoryTransaction] {
    transactions.filter { transaction in
      switch bound {
      case nil: true
      case .number(let number): transaction.number > number
      case .date(let date): transaction.date > date
      }
    }
    .map { transaction in
      var transaction = transaction
      if !withChanges { transaction.changes = [] }
      return transaction
    }
  }

  /// Deletes only the oldest transactions up to the first one that is kept. After a clock was set back, later ones may
  /// have earlier dates.
  mutating func delete(before bound: HistoryBound) -> Int {
    let old = transactions.prefix { transaction in
      switch bound {
      case .number(let number): transaction.number < number
      case .date(let date): transaction.date < date
      }
    }.count
    transactions.removeFirst(old)
    return old
  }
}
