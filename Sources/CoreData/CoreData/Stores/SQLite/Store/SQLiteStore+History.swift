extension SQLiteStore {
  func takeOwnTransactions(through number: Int64) -> Set<Int64> { ownTransactions.take(through: number) }

  func historySpan() throws -> HistorySpan? { try readHistory { try $0.span() } }

  func history(after bound: HistoryBound?, withChanges: Bool) throws -> [HistoryTransaction] {
    try readHistory { try $0.transactions(after: bound, withChanges: withChanges) } ?? []
  }

  func deleteHistory(before bound: HistoryBound) throws -> Int {
    guard let history else { return 0 }
    return try write { connection in
      try HistoryReader(history: history, schema: schema, connection: connection).delete(before: bound)
    }
  }

  private func readHistory<Result>(_ body: (HistoryReader) throws -> Result) throws -> Result? {
    guard let history else { return nil }
    return try StoreFailure.reporting(file) {
      try readers.read { try body(HistoryReader(history: history, schema: schema, connection: $0)) }
    }
  }
}
