import CoreData

extension PostgresStore {
  func takeOwnTransactions(through number: Int64) -> Set<Int64> { ownTransactions.take(through: number) }

  func historySpan() throws -> HistorySpan? { try readHistory { try $0.span() } }

  func history(after bound: HistoryBound?, withChanges: Bool) throws -> [HistoryTransaction] {
    try readHistory { try $0.transactions(after: bound, withChanges: withChanges) }
  }

  func deleteHistory(before bound: HistoryBound) throws -> Int {
    try write { transaction in
      _ = try transaction.begin([])
      return try PostgresHistoryReader(schema: schema, connection: transaction.connection).delete(before: bound)
    }
  }

  private func readHistory<Result>(_ body: (PostgresHistoryReader) throws -> Result) throws -> Result {
    try PostgresFailure.reporting(settings.address, .reading) {
      try pool.read { connection, _ in try body(PostgresHistoryReader(schema: schema, connection: connection)) }
    }
  }

  var lendsNews: Bool { true }

  func news(since version: Int, after transaction: Int64) throws -> StoreNews? {
    let hints = listener.takeHints()
    if let newest = listener.newest { pool.require(newest) }
    let read = try? PostgresFailure.reporting(settings.address, .reading) {
      try pool.readNews { connection, place in
        let questions = try reading(on: connection).questions(for: hints, hints.isEmpty ? [] : plans.takeSeeks())
        let reader = PostgresHistoryReader(schema: schema, connection: connection)
        let (span, changes, answers) = try reader.spanAndChanges(
          after: transaction, newest: { place.number }, with: questions.commands
        ) { number, key in
          guard committing.withLock({ $0.contains(key) }) else { return }
          ownTransactions.note(number)
          listener.noteOwn(number)
        }
        place.readAhead = PostgresReading.readAhead(questions, answers)
        return (span, changes)
      }
    }
    // The history may be damaged.
    guard let (span, changes) = read else { return try newsInSteps(since: version, after: transaction) }
    let newest = self.version(at: span.last, isWatcher: true)
    return StoreNews(version: newest, history: span, changes: changes, after: transaction)
  }

  func externalVersion() throws -> Int { try version(isFresh: true) }

  func readVersion() throws -> Int { try version(isFresh: false) }

  private func version(isFresh: Bool) throws -> Int {
    try PostgresFailure.reporting(settings.address, .reading) {
      version(at: try pool.newestNumber(isFresh: isFresh))
    }
  }

  private func version(at newest: Int64, isWatcher: Bool = false) -> Int {
    // Other threads must not read in transactions from before. The reader of news has ended them.
    listener.note(newest, isWatcher: isWatcher) { if !isWatcher { pool.noteWrite() } }
  }

  func watchWrites(_ notice: @escaping @Sendable () -> Void) -> (any Sendable)? { listener.watch(notice) }
}
