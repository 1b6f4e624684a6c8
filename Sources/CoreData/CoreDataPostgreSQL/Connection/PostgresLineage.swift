import CoreData
import Foundation

/// The succession of primary servers of an address with several hosts, and the newest commit that the store has seen.
///
/// Each server that replaces a primary server begins a new timeline, with a higher number. So the store recognizes a
/// former primary server that comes back, and does not write to it. If the new server lacks a commit that this store
/// has seen, a new era begins: rows that the program has read may be gone, and the server assigns numbers of known
/// commits again.
final class PostgresLineage: Sendable {
  private let state = Protected(State())

  private struct State {
    /// 0 before the first connection.
    var timeline: Int64 = 0
    var era = 0
    /// The newest commit that was seen, with its key in the history; nil if the history does not contain it.
    var newest: (number: Int64, key: Int64?) = (0, nil)
  }

  /// The number of times that commits were lost.
  var era: Int { state.withLock { $0.era } }

  /// Connects to the first server that answers, but to no former primary.
  ///
  /// - Throws: a `PostgresError` of a lost connection if only a former primary answers.
  func connect(_ address: PostgresAddress, timeout: TimeInterval) throws -> PostgresConnection {
    let connection = try PostgresConnection(address, timeout: timeout)
    if try accepts(connection) { return connection }
    guard let other = furtherServers(address, timeout: timeout).first else { throw Self.former }
    return other
  }

  /// Connects for the first time: to the newest of all servers that take writes.
  func open(_ address: PostgresAddress, timeout: TimeInterval) throws -> PostgresConnection {
    let first = try connect(address, timeout: timeout)
    guard first.timeline != nil else { return first }
    return furtherServers(address, timeout: timeout).reduce(first) { newest, other in
      other.timeline ?? 0 > newest.timeline ?? 0 ? other : newest
    }
  }

  /// The connections to all servers that answer, but to no former primary that is known to be one.
  private func furtherServers(_ address: PostgresAddress, timeout: TimeInterval) -> [PostgresConnection] {
    address.alternatives.compactMap { servers in
      guard let other = try? PostgresConnection(address.at(servers), timeout: timeout), (try? accepts(other)) == true
      else { return nil }
      return other
    }
  }

  private static let former = PostgresError(
    state: "08001", message: "the server that answers is a former primary, whose place another server has taken")

  /// Whether a connection leads to the newest primary server that is known, a newer one, or a standby. Compares the
  /// store's history if the server has replaced another one.
  private func accepts(_ connection: PostgresConnection) throws -> Bool {
    if connection.address.hasSeveralServers {
      let rows = try connection.run(Self.askingForTimeline)
      connection.timeline = rows.isNull(0, 0) ? nil : rows.integer(0, 0)
    }
    let known = state.withLock { $0 }
    guard let timeline = connection.timeline else {
      connection.era = known.era
      return true
    }
    if timeline < known.timeline { return false }
    let isKept = try timeline == known.timeline || Self.has(known.newest, connection)
    connection.era = state.withLock { state in
      // Another thread may have compared them meanwhile.
      if timeline > state.timeline {
        state.timeline = timeline
        if !isKept {
          state.era += 1
          state.newest = (0, nil)
        }
      }
      return state.era
    }
    return true
  }

  private static let askingForTimeline = """
    SELECT CASE WHEN pg_is_in_recovery() THEN NULL \
    ELSE ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int8 END
    """

  /// Whether a server has a commit. If the history no longer contains the commit, only the number is compared.
  private static func has(_ commit: (number: Int64, key: Int64?), _ connection: PostgresConnection) throws -> Bool {
    guard commit.number > 0 else { return true }
    var parameters = PostgresParameters(commit.number)
    if let key = commit.key { parameters.append(key) } else { parameters.appendNull() }
    let rows = try connection.run(
      """
      SELECT "ZLAST" >= $1::int8 AND \
      coalesce((SELECT "ZKEY" = $2::int8 FROM "ATRANSACTION" WHERE "Z_PK" = $1::int8), true) FROM "Z_HISTORY"
      """, parameters)
    return rows.count == 0 || rows.integer(0, 0) == 1
  }

  /// Notes a commit that was seen, or saved.
  func note(_ number: Int64, key: Int64?, era: Int) {
    state.withLock { state in
      guard era == state.era, number >= state.newest.number else { return }
      state.newest = (number, key ?? (number == state.newest.number ? state.newest.key : nil))
    }
  }

  /// Whether a connection leads to a server whose place another one has taken since it was opened.
  func isOutdated(_ connection: PostgresConnection) -> Bool {
    state.withLock { $0.era != connection.era || connection.timeline ?? .max < $0.timeline }
  }

  /// Checks that no commit was lost.
  ///
  /// - Throws: 134030 if a commit was lost, because the program may have read it and based its changes on it.
  func checkSaving(_ address: PostgresAddress) throws {
    guard era > 0 else { return }
    throw NSError.coreData(
      NSPersistentStoreSaveError,
      "\(address.name) cannot be saved to: the server that took over lacks commits that this program has seen. Its "
        + "lists are fetched again, and show what the server has. To save, open the store again.")
  }
}
