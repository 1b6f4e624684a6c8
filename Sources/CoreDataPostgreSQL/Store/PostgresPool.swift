import CoreData
import Foundation

/// The few connections of a store. A thread takes the first that is free, to read or to write, so that a program with
/// one thread has one connection.
final class PostgresPool: Sendable {
  private let places: [PostgresPlace]
  private let turns = PostgresTurns()
  private let settings: PostgresSettings
  private let state = Protected(State())

  private struct State {
    var isClosed = false
    /// Counts the writes that were noted, and the readers that have begun: a read transaction from before is ended at
    /// the next read.
    var generation = 0
    /// The generation in which external commits were read last, and the number of the newest commit then.
    var news: (generation: Int, number: Int64)?
    /// The newest commit that any reader of a generation has seen.
    private var seen: (generation: Int, number: Int64) = (0, 0)

    /// The generation and the commit that a read transaction must have seen: no reader returns to a state before one
    /// that another reader has seen.
    var sought: (generation: Int, number: Int64) {
      (generation, max(news?.generation == generation ? news?.number ?? 0 : 0, newestSeen))
    }

    /// Notes what a reader has seen.
    ///
    /// - Returns: whether other threads may go on reading in its transaction.
    mutating func end(_ reader: Int, saw number: Int64?) -> Bool {
      guard !isClosed, reader == generation else { return false }
      if let number { seen = (generation, max(number, newestSeen)) }
      return true
    }

    var newestSeen: Int64 { seen.generation == generation ? seen.number : 0 }
  }

  /// - Parameter connection: one that is open already.
  init(_ settings: PostgresSettings, _ connection: PostgresConnection) {
    self.settings = settings
    places = (0..<settings.connectionLimit).map { PostgresPlace($0 == 0 ? connection : nil) }
  }

  /// Reads inside a read transaction that stays open until `endReadTransactions`. A connection that is lost is opened
  /// anew, and what was read on it is read again.
  ///
  /// - Parameter isFresh: whether a new read transaction begins, which sees the newest state.
  func read<Result>(
    isFresh: Bool = false, _ body: (PostgresConnection, PostgresPlace) throws -> Result
  ) throws -> Result {
    let place = turns.wait { places.first { $0.lock.try() } }
    defer { turns.giveBack(place) }
    if place.depth > 0 { return try place.nested { try body($0, place) } }
    if isFresh { place.endReadTransaction() }
    var pauses = PostgresPauses()
    while true {
      let sought = try currentGeneration()
      do {
        try place.prepare(sought, settings)
        let result = try place.nested { try body($0, place) }
        let isCurrent = state.withLock { $0.end(sought.generation, saw: place.number) }
        if !isCurrent { place.endReadTransaction() }
        return result
      } catch let error as PostgresError {
        // After an error the transaction can no longer be used.
        place.endAfterFailure(isLost: error.endsConnection)
        guard error.isConnectionLost || error.isTransient, pauses.wait() else { throw error }
      }
    }
  }

  /// Reads external commits. The contexts that merge them go on in the same read transaction.
  func readNews<Result>(_ body: (PostgresConnection, PostgresPlace) throws -> Result) throws -> Result {
    let generation = state.withLock { state in
      state.generation += 1
      return state.generation
    }
    return try read(isFresh: true) { connection, place in
      let result = try body(connection, place)
      if let number = place.number { state.withLock { $0.news = (generation, number) } }
      return result
    }
  }

  /// Has later reads see what `readNews` saw, or what is saved now where another reader has begun since.
  func beginReadingNews() {
    state.withLock { if $0.news?.generation != $0.generation { $0.generation += 1 } }
  }

  /// The number of the newest commit that the read transaction sees. Unless a fresh transaction is asked for, a newer
  /// number counts that another thread's transaction sees, since current reads may join that one, too.
  func newestNumber(isFresh: Bool) throws -> Int64 {
    let number = try read(isFresh: isFresh) { connection, place in
      if let number = place.number { return number }
      try connection.run([])
      return place.number ?? 0
    }
    return isFresh ? number : max(number, state.withLock { $0.newestSeen })
  }

  /// Lends a place in which no thread reads. The last place is kept for reading, because a save may take long.
  func write<Result>(_ body: (PostgresPlace) throws -> Result) throws -> Result {
    let place = turns.wait { freePlace(among: places.prefix(max(places.count - 1, 1))) }
    defer { turns.giveBack(place) }
    _ = try currentGeneration()
    return try body(place)
  }

  /// A place that this thread then has for itself; nil while other threads have them all.
  private func freePlace(among places: ArraySlice<PostgresPlace>) -> PostgresPlace? {
    var isReading = false
    for place in places where place.lock.try() {
      if place.depth == 0 { return place }
      // This thread reads in it, and the threads that have the rest may wait for that.
      isReading = true
      place.lock.unlock()
    }
    guard isReading else { return nil }
    let place = PostgresPlace(nil)
    place.lock.lock()
    return place
  }

  /// The generation and the commit that a read transaction must have seen to be joined.
  private func currentGeneration() throws -> (generation: Int, number: Int64) {
    try state.withLock { state in
      if state.isClosed { throw StoreClosedError() }
      return state.sought
    }
  }

  /// Ends all read transactions. Another thread that is reading ends its own at the end of its read: the caller waits
  /// neither for it nor for a save.
  func endReadTransactions() {
    var isBusy = false
    for place in places {
      guard place.lock.try() else {
        isBusy = true
        continue
      }
      place.endReadTransaction()
      turns.giveBack(place)
    }
    if isBusy { state.withLock { $0.generation += 1 } }
  }

  /// Has later reads see what is saved now: none of them joins a read transaction that another thread began before.
  func beginReading() { state.withLock { $0.generation += 1 } }

  /// Records that the store was written: no later read may see the state from before.
  func noteWrite() {
    state.withLock { $0.generation += 1 }
    for place in places where place.lock.try() {
      place.endReadTransaction()
      turns.giveBack(place)
    }
  }

  func close() {
    state.withLock { $0.isClosed = true }
    for place in places {
      place.lock.lock()
      place.close()
      turns.giveBack(place)
    }
  }
}

/// The queue of threads that wait for a place: each takes the first that is given back, whichever it is.
///
/// Unchecked: a condition is for several threads.
private final class PostgresTurns: @unchecked Sendable {
  private let condition = NSCondition()

  /// - Parameter take: takes a place, or gives nil where each is another thread's.
  func wait(_ take: () -> PostgresPlace?) -> PostgresPlace {
    if let place = take() { return place }
    condition.lock()
    defer { condition.unlock() }
    while true {
      if let place = take() { return place }
      condition.wait()
    }
  }

  func giveBack(_ place: PostgresPlace) {
    place.lock.unlock()
    // A thread that has found it taken waits by now.
    condition.lock()
    condition.broadcast()
    condition.unlock()
  }
}

/// A place for one connection, with the lock that protects it. A read may read more meanwhile.
///
/// Unchecked: everything but the lock is touched only while the lock is held.
final class PostgresPlace: @unchecked Sendable {
  let lock = NSRecursiveLock()
  private var connection: PostgresConnection?
  private var isReading = false
  private var generation = -1
  /// The number of the newest commit that the read transaction sees; nil before the first answer in it.
  private(set) var number: Int64?
  private(set) var depth = 0
  /// The rows that were read ahead in the read transaction; they are dropped when the next one begins.
  var readAhead = PostgresReadAhead()

  init(_ connection: PostgresConnection?) { self.connection = connection }

  func nested<Result>(_ body: (PostgresConnection) throws -> Result) throws -> Result {
    guard let connection else { throw StoreClosedError() }
    depth += 1
    defer { depth -= 1 }
    return try body(connection)
  }

  /// The connection, in no transaction.
  func idle(_ settings: PostgresSettings) throws -> PostgresConnection {
    endReadTransaction(isFollowed: true)
    return try opened(settings)
  }

  private func opened(_ settings: PostgresSettings) throws -> PostgresConnection {
    if let connection, !connection.isBroken { return connection }
    close()
    let new = try PostgresConnection(settings.address, timeout: settings.timeout)
    connection = new
    return new
  }

  /// Has the connection inside a read transaction that has seen the generation, and a commit.
  func prepare(_ sought: (generation: Int, number: Int64), _ settings: PostgresSettings) throws {
    let connection = try opened(settings)
    if isReading {
      if sought.generation == generation, number ?? .max >= sought.number { return }
      endReadTransaction()
    }
    readAhead = PostgresReadAhead()
    connection.sendLater(Self.begin)
    number = nil
    connection.sendLater(settings.versionTable.reading) { [weak self] in
      self?.number = $0.count > 0 ? $0.integer(0, 0) : 0
    }
    isReading = true
    generation = sought.generation
  }

  static let begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"

  /// Ends the read transaction, if one is open. Nothing was written, so the caller does not wait for the answer.
  ///
  /// - Parameter isFollowed: whether something is asked at once, with which the end is sent.
  func endReadTransaction(isFollowed: Bool = false) {
    guard isReading, depth == 0 else { return }
    isReading = false
    guard let connection else { return }
    if connection.hasDeferred { return connection.forgetDeferred() }
    if isFollowed { return connection.sendLater("COMMIT") }
    do {
      try connection.sendWithoutWaiting("COMMIT")
    } catch {
      close()
    }
  }

  func endAfterFailure(isLost: Bool) {
    if isLost { return close() }
    connection?.forgetDeferred()
    isReading = false
    do {
      if connection?.isInTransaction == true { try connection?.sendWithoutWaiting("ROLLBACK") }
    } catch {
      close()
    }
  }

  func close() {
    connection = nil
    isReading = false
  }
}
