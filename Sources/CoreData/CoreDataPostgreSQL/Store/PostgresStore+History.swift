import CoreData

extension PostgresStore {
  func takeOwnTransactions(through number: Int64) -> Set<Int64> { ownTransactions.take(through: number) }

  func historySpan() throws -> HistorySpan? {
    try readHistory { try $0.span().of($0.connection) }
  }

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
        return (span.of(connection), changes)
      }
    }
    // The history may be damaged.
    guard let (span, changes) = read else {
      let news = try newsInSteps(since: version, after: transaction)
      return listener.hasLostCommits(since: version) ? try newsOfLoss(historySpan()) : news
    }
    let newest = self.version(at: (span.last, span.era), isWatcher: true)
    if listener.hasLostCommits(since: version) { return try newsOfLoss(span) }
    return StoreNews(version: newest, history: span, changes: changes, after: transaction)
  }

  /// The news that commits were lost: every row may be another one.
  private func newsOfLoss(_ span: HistorySpan?) throws -> StoreNews {
    // Their numbers are given again.
    _ = ownTransactions.take(through: .max)
    return StoreNews(version: try readVersion(), replacing: span)
  }

  func externalVersion() throws -> Int { try version(isFresh: true) }

  func readVersion() throws -> Int { try version(isFresh: false) }

  private func version(isFresh: Bool) throws -> Int {
    try PostgresFailure.reporting(settings.address, .reading) {
      version(at: try pool.newestNumber(isFresh: isFresh))
    }
  }

  private func version(at newest: (number: Int64, era: Int), isWatcher: Bool = false) -> Int {
    // Other threads must not read in transactions from before. The reader of news has ended them.
    listener.note(newest.number, in: newest.era, isWatcher: isWatcher) { if !isWatcher { pool.noteWrite() } }
  }

  func watchWrites(_ notice: @escaping @Sendable () -> Void) -> (any Sendable)? { listener.watch(notice) }
}

extension HistorySpan {
  /// The span with the era of the connection that it was read on.
  fileprivate func of(_ connection: PostgresConnection) -> HistorySpan {
    var span = self
    span.era = connection.era
    return span
  }
}
