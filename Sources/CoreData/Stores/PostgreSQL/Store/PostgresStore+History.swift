#if PostgreSQL
  extension PostgresStore {
    func takeOwnTransactions(through number: Int64) -> Set<Int64> {
      ownTransactions.withLock { own in
        let all = own ?? []
        own = all.filter { $0 > number }
        return all
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

    private func readHistory<Result>(
      isFresh: Bool = false, _ body: (PostgresHistoryReader) throws -> Result
    ) throws -> Result {
      try PostgresFailure.reporting(settings.address, .reading) {
        try pool.read(isFresh: isFresh) { try body(PostgresHistoryReader(schema: schema, connection: $0)) }
      }
    }

    func news(since version: Int, after transaction: Int64) throws -> StoreNews? {
      let read = try? readHistory(isFresh: true) { reader in
        try reader.spanAndChanges(after: transaction) { number, writer in
          guard committing.withLock({ $0.contains(writer) }) else { return }
          ownTransactions.withLock { _ = $0?.insert(number) }
          listener.noteOwn(number)
        }
      }
      // The history may be damaged.
      guard let (span, changes) = read else { return try newsInSteps(since: version, after: transaction) }
      let isBack = span.last < transaction
      // The numbers of what this store wrote are given again.
      if isBack { ownTransactions.withLock { $0 = $0?.filter { $0 <= span.last } } }
      let newest = self.version(at: span.last, since: isBack ? transaction : nil, isWatcher: true)
      return StoreNews(version: newest, history: span, changes: changes, after: transaction)
    }

    func externalVersion() throws -> Int { try version(isFresh: true) }

    func readVersion() throws -> Int { try version(isFresh: false) }

    private func version(isFresh: Bool) throws -> Int {
      try PostgresFailure.reporting(settings.address, .reading) {
        let known = listener.newest
        let read = try pool.newestNumber(isFresh: isFresh)
        return version(at: read.number, since: read.isFresh ? known : nil)
      }
    }

    private func version(at newest: Int64, since known: Int64?, isWatcher: Bool = false) -> Int {
      let seen = listener.note(newest, since: known, isWatcher: isWatcher)
      // Other threads must not read in transactions from before.
      if seen.isNew { pool.noteWrite() }
      return seen.count
    }

    func watchWrites(_ notice: @escaping @Sendable () -> Void) -> (any Sendable)? { listener.watch(notice) }
  }
#endif
