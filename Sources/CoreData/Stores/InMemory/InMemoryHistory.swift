import Foundation

/// The history of a store in memory.
struct InMemoryHistory: Sendable {
  private(set) var transactions: [HistoryTransaction] = []
  private var lastNumber: Int64 = 0
  private var lastChange: Int64 = 0
  /// The attributes whose values are kept of deleted rows: their slots, by entity.
  let preserved: [Int: [Int]]

  init(preserved: [Int: [Int]]) { self.preserved = preserved }

  var span: HistorySpan { HistorySpan(first: transactions.first?.number, last: lastNumber) }

  /// Writes nothing where nothing changed.
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

  /// Deletes none behind one that is kept: a clock may have been set back.
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
