#if PostgreSQL
  import Foundation

  /// The few reading connections of a store. A thread takes the first that is free.
  final class PostgresReaders: Sendable {
    private let readers: [PostgresReader]
    private let settings: PostgresSettings
    private let state = Protected(State())

    private struct State {
      var isClosed = false
      /// Counts the writes that were noted: a read transaction from before one is ended at the next read.
      var generation = 0
    }

    init(_ settings: PostgresSettings) {
      self.settings = settings
      readers = (0..<settings.readerCount).map { _ in PostgresReader() }
    }

    /// Reads inside a read transaction that stays open until `endReadTransactions`. A connection that is lost is opened
    /// anew, and what was read on it is read again.
    func read<Result>(_ body: (PostgresConnection) throws -> Result) throws -> Result {
      let reader = lockReader()
      defer { reader.lock.unlock() }
      if reader.depth > 0 { return try reader.nested(body) }
      var pauses = PostgresPauses()
      while true {
        let (isClosed, generation) = state.withLock { ($0.isClosed, $0.generation) }
        if isClosed { throw StoreClosedError() }
        do {
          try reader.prepare(generation: generation, settings)
          return try reader.nested(body)
        } catch let error as PostgresError {
          // After an error the transaction is of no more use.
          reader.endAfterFailure(isLost: error.isConnectionLost)
          guard error.isConnectionLost, pauses.wait() else { throw error }
        }
      }
    }

    func endReadTransactions() {
      for reader in readers { reader.lock.withLock { reader.endReadTransaction() } }
    }

    /// Records that the store was written: no later read may see the state from before.
    func noteWrite() {
      state.withLock { $0.generation += 1 }
      for reader in readers where reader.lock.try() {
        if reader.depth == 0 { reader.endReadTransaction() }
        reader.lock.unlock()
      }
    }

    func close() {
      state.withLock { $0.isClosed = true }
      for reader in readers { reader.lock.withLock { reader.close() } }
    }

    private func lockReader() -> PostgresReader {
      for reader in readers where reader.lock.try() { return reader }
      readers[0].lock.lock()
      return readers[0]
    }
  }

  /// A place for one reading connection, and the lock that it stands behind. What reads may read more meanwhile.
  ///
  /// Unchecked: everything but the lock is touched only while the lock is held.
  final class PostgresReader: @unchecked Sendable {
    let lock = NSRecursiveLock()
    private var connection: PostgresConnection?
    private var isInTransaction = false
    private var generation = -1
    private(set) var depth = 0

    func nested<Result>(_ body: (PostgresConnection) throws -> Result) throws -> Result {
      guard let connection else { throw StoreClosedError() }
      depth += 1
      defer { depth -= 1 }
      return try body(connection)
    }

    /// Has a connection inside a read transaction that has seen the generation.
    func prepare(generation: Int, _ settings: PostgresSettings) throws {
      if connection?.isBroken != false {
        close()
        connection = try PostgresConnection(settings.address, timeout: settings.timeout)
      }
      if isInTransaction {
        if generation == self.generation { return }
        endReadTransaction()
      }
      connection?.sendLater(PostgresReader.begin)
      connection?.sendLater(settings.mark.reading)
      isInTransaction = true
      self.generation = generation
    }

    static let begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"

    /// Ends the read transaction, if one is open. Nothing was written, so that nobody waits for it.
    func endReadTransaction() {
      guard isInTransaction, depth == 0 else { return }
      isInTransaction = false
      guard let connection else { return }
      if connection.hasDeferred { return connection.forgetDeferred() }
      do {
        try connection.sendWithoutWaiting("COMMIT")
      } catch {
        close()
      }
    }

    func endAfterFailure(isLost: Bool) {
      if isLost { return close() }
      connection?.forgetDeferred()
      isInTransaction = false
      do {
        if connection?.isInTransaction == true { try connection?.sendWithoutWaiting("ROLLBACK") }
      } catch {
        close()
      }
    }

    func close() {
      connection = nil
      isInTransaction = false
    }
  }

  /// How the connections of a store are made.
  struct PostgresSettings: Sendable {
    let address: PostgresAddress
    /// How long a lock or an answer may take, in seconds.
    let timeout: TimeInterval
    /// Which store it is, at which version of its model.
    let mark: PostgresMark
    /// Beside these a store has a connection that writes and one that listens, and one for each generation that is kept.
    var readerCount = 2
    /// Whether the server only follows another one: it takes no writes and notifies of nothing.
    var isStandby = false
  }

  /// Waits between attempts to reach a server, each time longer, some seconds in all.
  struct PostgresPauses {
    private var next: TimeInterval = 0.02
    private var rest: TimeInterval

    init(limit: TimeInterval = 10) { rest = limit }

    /// - Returns: false, at once, when the time is over.
    mutating func wait() -> Bool {
      guard rest > 0 else { return false }
      let pause = next * Double.random(in: 0.5...1)
      Thread.sleep(forTimeInterval: min(pause, rest))
      rest -= pause
      next = min(next * 2, 2)
      return true
    }
  }
#endif
