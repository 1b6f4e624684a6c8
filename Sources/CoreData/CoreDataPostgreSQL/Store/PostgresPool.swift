import CoreData
import Foundation

/// The state that a read transaction must have seen.
struct PostgresSought {
  let generation: Int
  /// The newest commit that a reader of the generation has seen: a transaction without it is not joined.
  let number: Int64
  /// The newest commit that any reader has seen: a server without it is not read from.
  let floor: Int64
}

/// The few connections of a store. A thread takes the first free one to read or to write. So a program with one thread
/// has one connection, or two if the store reads from other servers than it saves to.
final class PostgresPool: Sendable {
  private let places: [PostgresPlace]
  /// The places for saves, if the store reads from other servers.
  private let savingPlaces: [PostgresPlace]
  private let readers: PostgresReaders?
  private let turns = PostgresTurns()
  private let settings: PostgresSettings
  private let state = Protected(State())

  private struct State {
    var isClosed = false
    /// Increases with each noted write, and each time that new read transactions must begin. A read transaction of an
    /// earlier generation ends at the next read.
    var generation = 0
    /// The generation in which external commits were last read, and the number of the newest commit then.
    var news: (generation: Int, number: Int64)?
    /// The era of the store's history that the readers read.
    var era = 0
    /// The newest commit that any reader has seen, or that this process saved. A server without it must not be read.
    var floor: Int64 = 0
    /// The newest commit that any reader of a generation has seen.
    private var seen: (generation: Int, number: Int64) = (0, 0)

    /// The generation and the commit that a read transaction must have seen: no reader returns to a state before one
    /// that another reader has seen.
    var sought: PostgresSought {
      let number = max(news?.generation == generation ? news?.number ?? 0 : 0, newestSeen)
      return PostgresSought(generation: generation, number: number, floor: floor)
    }

    /// Records the newest commit that a reader has seen.
    ///
    /// - Returns: whether other threads may go on reading in its transaction.
    mutating func end(_ reader: Int, saw number: Int64?, in era: Int) -> Bool {
      if era > self.era {
        // Numbers begin again.
        (self.era, floor, news, seen) = (era, 0, nil, (0, 0))
      }
      guard era == self.era else { return false }
      if let number { floor = max(floor, number) }
      guard !isClosed, reader == generation else { return false }
      if let number { seen = (generation, max(number, newestSeen)) }
      return true
    }

    var newestSeen: Int64 { seen.generation == generation ? seen.number : 0 }
  }

  /// - Parameter connection: an open connection.
  init(_ settings: PostgresSettings, _ connection: PostgresConnection) {
    self.settings = settings
    readers = settings.address.forReading.map { PostgresReaders($0, settings) }
    func places(_ count: Int, _ first: PostgresConnection?) -> [PostgresPlace] {
      (0..<count).map { $0 == 0 ? PostgresPlace(first, at: settings.address) : PostgresPlace() }
    }
    let count = settings.connectionLimit
    self.places = places(count, readers == nil ? connection : nil)
    // The last place is kept for reading, because a save may take long.
    savingPlaces =
      readers == nil ? Array(self.places.prefix(max(count - 1, 1))) : places(max(count - 1, 1), connection)
  }

  private var allPlaces: [PostgresPlace] { readers == nil ? places : places + savingPlaces }

  /// Reads inside a read transaction that stays open until `endReadTransactions`. A lost connection is
  /// opened again, and the reads are repeated on it.
  ///
  /// - Parameter isFresh: whether to begin a new read transaction, which sees the newest state.
  func read<Result>(
    isFresh: Bool = false, _ body: (PostgresConnection, PostgresPlace) throws -> Result
  ) throws -> Result {
    let place = turns.wait { places.first { $0.lock.try() } }
    defer { turns.giveBack(place) }
    if place.depth > 0 { return try place.nested { try body($0, place) } }
    if isFresh { place.endReadTransaction() }
    var pauses = PostgresPauses(limit: settings.patience)
    while true {
      let sought = try currentGeneration()
      let address = readers?.address ?? settings.address
      do {
        try readers?.prepare(place, sought, at: address) ?? place.prepare(sought, settings, at: address)
        let result = try place.nested { try body($0, place) }
        let isCurrent = state.withLock { $0.end(sought.generation, saw: place.number, in: place.era) }
        if !isCurrent { place.endReadTransaction() }
        return result
      } catch let error as PostgresError {
        // A failed transaction cannot be used any more.
        place.endAfterFailure(isLost: error.endsConnection)
        if error.endsConnection, readers?.avoid(address) == true { continue }
        guard error.isConnectionLost || error.isTransient, pauses.wait() else { throw error }
      }
    }
  }

  /// Reads external commits. The contexts that merge them continue in the same read transaction.
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

  /// Makes later reads see at least what `readNews` saw. If another reader has begun since, they see the state saved
  /// now.
  func beginReadingNews() {
    state.withLock { if $0.news?.generation != $0.generation { $0.generation += 1 } }
  }

  /// The number of the newest commit that the read transaction sees. Unless a fresh transaction is asked for, a newer
  /// number counts that another thread's transaction sees, since current reads may join that one, too.
  ///
  /// - Returns: the number, and its era.
  func newestNumber(isFresh: Bool) throws -> (number: Int64, era: Int) {
    let (number, era) = try read(isFresh: isFresh) { connection, place in
      if place.number == nil { try connection.run([]) }
      return (place.number ?? 0, place.era)
    }
    return (isFresh ? number : max(number, state.withLock { $0.era == era ? $0.newestSeen : 0 }), era)
  }

  /// Lends a place in which no thread reads.
  func write<Result>(_ body: (PostgresPlace) throws -> Result) throws -> Result {
    let place = turns.wait { freePlace(among: savingPlaces) }
    defer { turns.giveBack(place) }
    _ = try currentGeneration()
    return try body(place)
  }

  /// A place that this thread then has for itself; nil while other threads have them all.
  private func freePlace(among places: [PostgresPlace]) -> PostgresPlace? {
    var isReading = false
    for place in places where place.lock.try() {
      if place.depth == 0 { return place }
      // This thread reads in that place, and the threads with the other places may wait for this one. So it gets a
      // further place.
      isReading = true
      place.lock.unlock()
    }
    guard isReading else { return nil }
    let place = PostgresPlace()
    place.lock.lock()
    return place
  }

  /// The generation and the commit that a read transaction must have seen to be joined.
  private func currentGeneration() throws -> PostgresSought {
    try state.withLock { state in
      if state.isClosed { throw StoreClosedError() }
      return state.sought
    }
  }

  /// Makes every later read see a commit, even if its server does not have the commit yet.
  ///
  /// - Parameter number: the commit's number. If it is nil, because it is unknown, reads use the server for saves for a
  ///   while.
  func require(_ number: Int64?) {
    guard let readers else { return }
    if let number {
      state.withLock { $0.floor = max($0.floor, number) }
    } else {
      _ = readers.avoid(readers.address)
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

  /// Makes later reads see everything saved by now. They do not join a read transaction that another thread began
  /// before.
  func beginReading() { state.withLock { $0.generation += 1 } }

  /// Records that the store was written, so that no later read sees the state from before.
  func noteWrite() {
    state.withLock { $0.generation += 1 }
    for place in places where place.lock.try() {
      place.endReadTransaction()
      turns.giveBack(place)
    }
  }

  func close() {
    state.withLock { $0.isClosed = true }
    for place in allPlaces {
      place.lock.lock()
      place.close()
      turns.giveBack(place)
    }
  }
}
