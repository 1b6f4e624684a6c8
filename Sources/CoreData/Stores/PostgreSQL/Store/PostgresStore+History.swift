#if PostgreSQL
  extension PostgresStore {
    func takeOwnTransactions() -> Set<Int64> {
      ownTransactions.withLock { own in
        defer { own = [] }
        return own ?? []
      }
    }

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
        try pool.read { try body(PostgresHistoryReader(schema: schema, connection: $0)) }
      }
    }

    func externalVersion() throws -> Int {
      let newest = try read(isFresh: true) { try $0.query("SELECT \"ZLAST\" FROM \"Z_HISTORY\"").integer(0, 0) }
      let seen = listener.note(newest)
      // Other threads must not read in transactions from before.
      if seen.isNew { pool.noteWrite() }
      return seen.count
    }

    func watchWrites(_ notice: @escaping @Sendable () -> Void) -> (any Sendable)? { listener.watch(notice) }
  }
#endif
