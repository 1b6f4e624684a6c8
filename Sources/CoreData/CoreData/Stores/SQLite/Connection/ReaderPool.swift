import Foundation

/// A store's few reading connections. A thread takes the first free one, so that a single thread always uses the same
/// connection with its cached statements and pages.
final class ReaderPool: Sendable {
  private let readers: [Reader]
  private let timeout: TimeInterval
  private let memory: ReadingMemory
  /// The file whose tables are known. If another file replaced it, that file is not read. Nil to read any file.
  private let opened: HeldFile?
  /// The version of the store whose tables are known; nil before they are known.
  private let version: OpenedVersion?
  private let views: FormerJoinViews?
  private let state: Protected<State>

  private struct State {
    /// Nil once the pool is closed.
    var source: ReadingSource?
    /// The number of times that a source was chosen. A connection of an earlier epoch is reopened.
    var epoch = 0
    /// The earliest moment of a read transaction that a read may join. An older transaction is ended at the next read.
    var moment = ReadingMoment()
    /// The number of times that another connection changed a file that is read without locks.
    var replacements = 0
  }

  init(
    source: ReadingSource, opened: HeldFile? = nil, version: OpenedVersion? = nil, timeout: TimeInterval,
    memory: ReadingMemory = .much, views: FormerJoinViews? = nil, count: Int = 3
  ) {
    self.opened = opened
    self.version = version
    self.views = views
    readers = (0..<count).map { _ in Reader() }
    self.timeout = timeout
    self.memory = memory
    state = Protected(State(source: source))
  }

  /// Reads in a read transaction that stays open until `endReadTransactions` is called.
  ///
  /// - Parameter body: reads. It runs again if the file changed during a read without locks.
  func read<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    let reader = lockReader()
    defer { reader.lock.unlock() }
    for _ in 1..<Self.attemptLimit {
      let connection = try prepare(reader)
      guard reader.readsWithoutLocks else { return try body(connection) }
      let result = Swift.Result { try body(connection) }
      if reader.isUndisturbed(opened) { return try result.get() }
      reader.close()
    }
    return try body(try prepare(reader))
  }

  /// Ends the read transactions, so that the next read sees the newest state and the WAL can be checkpointed.
  func endReadTransactions() {
    for reader in readers {
      reader.lock.withLock { reader.endReadTransaction() }
    }
  }

  /// Makes later reads see the newest saved state. They do not join a read transaction that another thread began
  /// before.
  func beginReading() { state.withLock { $0.moment.beginnings += 1 } }

  /// Records a write to the file. No later read sees the state before it.
  func noteWrite() {
    state.withLock { $0.moment.writes += 1 }
    endIdleBursts()
  }

  /// Ends the read transactions of the connections that are not in use right now.
  func endIdleBursts() {
    for reader in readers where reader.lock.try() {
      reader.endReadTransaction()
      reader.lock.unlock()
    }
  }

  /// The number of recorded writes.
  var generation: Int { state.withLock { $0.moment.writes } }

  /// Runs a closure while no connection reads or has an open read transaction.
  func paused<Result>(_ body: () throws -> Result) rethrows -> Result {
    for reader in readers {
      reader.lock.lock()
      reader.endReadTransaction()
    }
    defer {
      for reader in readers { reader.lock.unlock() }
    }
    return try body()
  }

  /// Switches to reading with SQLite's locks, before this process begins to write. No connection is open while `body`
  /// runs.
  func goLive<Result>(_ file: StoreFile, _ body: () throws -> Result) throws -> Result {
    for reader in readers { reader.lock.lock() }
    defer {
      for reader in readers { reader.lock.unlock() }
    }
    for reader in readers { reader.close() }
    let result = try body()
    state.withLock { state in
      guard state.source != nil else { return }
      state.source = .live(file)
      state.epoch += 1
    }
    return result
  }

  /// Opens a separate connection with an open read transaction.
  func pinnedConnection(_ file: StoreFile) throws -> Connection {
    let connection = try Connection(path: file.path, mode: .reading, timeout: timeout, memory: memory)
    try opened?.require(at: file.path)
    try connection.withStatement("BEGIN") { try $0.run() }
    // The transaction begins only with the first read.
    _ = try connection.integer("SELECT count(*) FROM sqlite_schema")
    try version?.require(on: connection)
    try views?.prepare(connection)
    return connection
  }

  func close() {
    state.withLock { $0.source = nil }
    for reader in readers {
      reader.lock.withLock { reader.close() }
    }
  }

  /// A number that changes after every write by another connection, including this process's writer.
  ///
  /// It begins a read transaction, which a following read joins. That read sees exactly the state of the number, unless
  /// there was a write in between.
  func dataVersion() throws -> ExternalVersion {
    let reader = readers[0]
    return try reader.lock.withLock {
      reader.endReadTransaction()
      let connection = try prepare(reader)
      let version = try connection.dataVersion()
      return state.withLock { ExternalVersion(replacements: $0.replacements, epoch: $0.epoch, dataVersion: version) }
    }
  }

  private static let attemptLimit = 8

  private func lockReader() -> Reader {
    for reader in readers where reader.lock.try() {
      return reader.isOpen || !isReplaced ? reader : lockOpenReader(insteadOf: reader)
    }
    // All readers are busy, so wait for the one that probably has the most pages cached.
    readers[0].lock.lock()
    return readers[0]
  }

  /// Whether the store's file was removed or replaced.
  private var isReplaced: Bool {
    guard let opened, let source = state.withLock({ $0.source }) else { return false }
    return !opened.isAt(source.original.path)
  }

  /// Returns a reader that still has the removed file open, because only such a reader can read it. It waits for
  /// another thread's read, but only a second for each reader, because this thread itself may hold the lock.
  private func lockOpenReader(insteadOf closed: Reader) -> Reader {
    for reader in readers where reader !== closed && reader.lock.lock(before: Date(timeIntervalSinceNow: 1)) {
      if reader.isOpen {
        closed.lock.unlock()
        return reader
      }
      reader.lock.unlock()
    }
    return closed
  }

  private func prepare(_ reader: Reader) throws -> Connection {
    let (epoch, moment) = state.withLock { ($0.epoch, $0.moment) }
    // The readers of a closed pool have no connection, so `begin` throws.
    if reader.epoch == epoch, reader.isInBurst { return try reader.begin(moment, version, views) }
    return try prepareBurst(reader)
  }

  private func prepareBurst(_ reader: Reader) throws -> Connection {
    var (source, epoch, moment) = try current()
    // Between read transactions the pool checks whether the file is still the same. If another file has replaced it, a
    // reader that has the old file open continues, as long as no connection writes to the old one.
    if !source.isCurrent {
      if opened?.isAt(source.original.path) != false {
        (source, epoch, moment) = try chooseAgain(after: epoch)
      } else if !reader.isUndisturbed(opened) {
        throw SQLiteError.moved
      }
    }
    if reader.epoch != epoch {
      try open(reader, source, epoch)
    }
    return try reader.begin(moment, version, views)
  }

  /// Checks the file first, because SQLite's error for a missing file does not say that it was removed.
  private func open(_ reader: Reader, _ source: ReadingSource, _ epoch: Int) throws {
    try opened?.require(at: source.original.path)
    try reader.open(source, epoch: epoch, timeout: timeout, memory: memory)
    do {
      // Another file may have replaced it before SQLite opened it.
      try opened?.require(at: source.original.path)
    } catch {
      reader.close()
      throw error
    }
  }

  private func current() throws -> (ReadingSource, Int, ReadingMoment) {
    try state.withLock { state in
      guard let source = state.source else { throw StoreClosedError() }
      return (source, state.epoch, state.moment)
    }
  }

  private func chooseAgain(after epoch: Int) throws -> (ReadingSource, Int, ReadingMoment) {
    try state.withLock { state in
      guard let old = state.source else { throw StoreClosedError() }
      if state.epoch == epoch {
        state.source = try ReadingSource.choose(old.original)
        state.epoch += 1
        state.replacements += 1
      }
      return (state.source ?? old, state.epoch, state.moment)
    }
  }
}

/// The earliest time at which a joined read transaction may have begun.
struct ReadingMoment: Equatable {
  /// The number of writes by this process, and of external writes that it noticed.
  var writes = 0
  /// The number of readers that have begun.
  var beginnings = 0
}

/// The numbers that change when another process changes the store.
struct ExternalVersion: Equatable {
  let replacements: Int
  let epoch: Int
  let dataVersion: Int64
}
