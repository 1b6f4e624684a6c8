import CoreData
import Foundation

/// A place for one connection, with the lock that protects it. A read may read more meanwhile.
///
/// Unchecked: everything but the lock is touched only while the lock is held.
final class PostgresPlace: @unchecked Sendable {
  let lock = NSRecursiveLock()
  private var connection: PostgresConnection?
  /// The address that the connection was opened for: it may lead to one of several servers of it.
  private var address: PostgresAddress?
  private var isReading = false
  private var generation = -1
  /// The number of the newest commit that the read transaction sees; nil before the first answer in it.
  private(set) var number: Int64?
  /// The newest commit that a read transaction of the connection has seen; -1 for none. A server does not go back.
  private var newest: Int64 = -1
  private(set) var depth = 0
  /// The rows that were read ahead in the read transaction; they are dropped when the next one begins.
  var readAhead = PostgresReadAhead()

  /// - Parameters:
  ///   - connection: an open connection; nil to open one at the first use.
  ///   - address: the address of the open connection.
  init(_ connection: PostgresConnection? = nil, at address: PostgresAddress? = nil) {
    (self.connection, self.address) = (connection, address)
  }

  /// The era of the connection; see `PostgresLineage`.
  var era: Int { connection?.era ?? 0 }

  func nested<Result>(_ body: (PostgresConnection) throws -> Result) throws -> Result {
    guard let connection else { throw StoreClosedError() }
    depth += 1
    defer { depth -= 1 }
    return try body(connection)
  }

  /// The connection, in no transaction.
  func idle(_ settings: PostgresSettings) throws -> PostgresConnection {
    endReadTransaction(isFollowed: true)
    return try opened(settings, at: settings.address)
  }

  private func opened(_ settings: PostgresSettings, at address: PostgresAddress) throws -> PostgresConnection {
    if let connection, !connection.isBroken, self.address == address, !settings.lineage.isOutdated(connection) {
      return connection
    }
    close()
    let new = try settings.lineage.connect(address, timeout: settings.timeout)
    (connection, self.address, newest) = (new, address, -1)
    return new
  }

  /// Has the connection inside a read transaction that has seen the generation, and a commit.
  func prepare(_ sought: PostgresSought, _ settings: PostgresSettings, at address: PostgresAddress) throws {
    let connection = try opened(settings, at: address)
    if isReading {
      if sought.generation == generation, number ?? .max >= sought.number { return }
      endReadTransaction()
    }
    readAhead = PostgresReadAhead()
    connection.sendLater(Self.begin)
    number = nil
    let (isOfSeveral, lineage, era) = (settings.address.hasSeveralServers, settings.lineage, connection.era)
    connection.sendLater(isOfSeveral ? settings.versionTable.readingWithKey : settings.versionTable.reading) {
      [weak self] in
      let number = $0.count > 0 ? $0.integer(0, 0) : 0
      self?.note(number)
      guard isOfSeveral, number > 0 else { return }
      lineage.note(number, key: $0.isNull(0, 1) ? nil : $0.integer(0, 1), era: era)
    }
    isReading = true
    generation = sought.generation
  }

  private func note(_ number: Int64) {
    self.number = number
    newest = max(newest, number)
  }

  /// Whether the read transaction sees a commit. Asks the server only if it is not known to have the commit.
  func sees(_ commit: Int64) throws -> Bool {
    if newest >= commit, newest >= 0 { return true }
    do {
      if number == nil { try connection?.run([]) }
    } catch let error as PostgresError where error.isOfMissingTable {
      // Not even the store is there yet.
      endAfterFailure(isLost: false)
      return false
    }
    return number ?? -1 >= commit
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
