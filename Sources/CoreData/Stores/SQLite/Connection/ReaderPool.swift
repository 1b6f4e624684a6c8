import Foundation

/// The few reading connections of a store. A thread takes the first that is free, so that one thread always meets the
/// same connection with its statements and pages.
final class ReaderPool: Sendable {
  private let readers: [Reader]
  private let timeout: TimeInterval
  private let memory: ReadingMemory
  /// The file whose tables are known: another file in its place is not read. Nil where any file is read.
  private let opened: HeldFile?
  /// The version of the store whose tables are known. Nil where nothing is known yet.
  private let version: OpenedVersion?
  private let views: FormerJoinViews?
  private let state: Protected<State>

  private struct State {
    /// Nil once the pool is closed.
    var source: ReadingSource?
    /// Counts the choices of a source: a connection of an earlier one is opened anew.
    var epoch = 0
    /// The moment before which no joined read transaction may have begun: an older one is ended at the next read.
    var moment = ReadingMoment()
    /// Counts how often another connection changed a file that is read without locks.
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

  /// Reads inside a read transaction that stays open until `endReadTransaction`.
  ///
  /// - Parameter body: may run again when the file was changed under a reading without locks.
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

  /// Ends the read transactions, so that the next read sees the newest state and the log can be folded in.
  func endReadTransactions() {
    for reader in readers {
      reader.lock.withLock { reader.endReadTransaction() }
    }
  }

  /// Has later reads see what is saved now: none of them joins a read transaction that another thread began before.
  func beginReading() { state.withLock { $0.moment.beginnings += 1 } }

  /// Records that the file was written: no later read may see the state from before.
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

  /// Counts the writes that were noted.
  var generation: Int { state.withLock { $0.moment.writes } }

  /// Runs something while none of the connections reads or has a read transaction open.
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

  /// Makes all reading go through SQLite's locks from now on, before this process begins to write. No connection is
  /// open while `body` runs.
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

  /// A connection of its own, inside a read transaction.
  func pinnedConnection(_ file: StoreFile) throws -> Connection {
    let connection = try Connection(path: file.path, mode: .reading, timeout: timeout, memory: memory)
    try opened?.require(at: file.path)
    try connection.withStatement("BEGIN") { try $0.run() }
    // The transaction begins with the first read.
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

  /// A number that changes with everything written through other connections, this process's writer included.
  ///
  /// It begins a read transaction, so that a read after it costs no more, and sees the very state that the number is of
  /// unless that is a new one.
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
    // All are busy: wait for the one that is likely to hold the most.
    readers[0].lock.lock()
    return readers[0]
  }

  /// Whether the store's file was removed, or another one is in its place.
  private var isReplaced: Bool {
    guard let opened, let source = state.withLock({ $0.source }) else { return false }
    return !opened.isAt(source.original.path)
  }

  /// Only a reader that has the file open can go on reading it. So another thread's read is waited for, but not for
  /// long, because it may be one of this thread's own.
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
    // A closed pool's readers have no connection.
    if reader.epoch == epoch, reader.isInBurst { return try reader.begin(moment, version, views) }
    return try prepareBurst(reader)
  }

  private func prepareBurst(_ reader: Reader) throws -> Connection {
    var (source, epoch, moment) = try current()
    // Between read transactions the pool checks whether the file is still the same. A reader that has it open goes on
    // reading it when another file is in its place, as long as that file is not written.
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

  /// SQLite's errors for a file that is not there do not say that it was.
  private func open(_ reader: Reader, _ source: ReadingSource, _ epoch: Int) throws {
    try opened?.require(at: source.original.path)
    try reader.open(source, epoch: epoch, timeout: timeout, memory: memory)
    do {
      // Another one may have taken its place before it was opened.
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

/// The point in time that a read transaction must not have begun before.
struct ReadingMoment: Equatable {
  /// The number of writes by this process, and of external writes that it noticed.
  var writes = 0
  /// How many readers have begun.
  var beginnings = 0
}

/// The numbers that are compared to detect external changes of a store.
struct ExternalVersion: Equatable {
  let replacements: Int
  let epoch: Int
  let dataVersion: Int64
}
