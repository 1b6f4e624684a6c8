import Foundation

/// The settings for the connections of a store.
struct PostgresSettings: Sendable {
  let address: PostgresAddress
  /// The maximum time to wait for a lock or an answer, in seconds; see `PostgresTimeouts`.
  let timeout: TimeInterval
  /// The table that identifies the store at one version of its model.
  let versionTable: PostgresVersionTable
  /// The primary servers that the store has had.
  var lineage = PostgresLineage()
  /// The number of threads that read or write at one time. Besides these connections, a followed store has one that
  /// listens, and each pinned state has one.
  var connectionLimit = 3

  /// The seconds to wait for a lost server. They are more if another server may replace it, because the cluster decides
  /// that only after some time.
  var patience: TimeInterval { address.hasSeveralServers ? min(max(timeout, 1), 40) : 10 }

  /// The timeout of the listening connection, in seconds. It is at most 10, because the queue of the connection has
  /// other work.
  var listeningTimeout: TimeInterval { PostgresTimeouts.isAtOnce(timeout) ? 10 : min(timeout, 10) }
}

/// Pauses between attempts to reach a server. They get longer, up to a limit in all.
struct PostgresPauses {
  private var next: TimeInterval
  private var rest: TimeInterval

  init(first: TimeInterval = 0.02, limit: TimeInterval) { (next, rest) = (first, limit) }

  /// Sleeps for the next pause.
  ///
  /// - Returns: false, without waiting, if the limit is reached.
  mutating func wait() -> Bool {
    guard rest > 0 else { return false }
    let pause = next * Double.random(in: 0.5...1)
    Thread.sleep(forTimeInterval: min(pause, rest))
    rest -= pause
    next = min(next * 2, 2)
    return true
  }
}
