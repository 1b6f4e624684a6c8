import Foundation

/// A place for one reading connection, with the lock that protects it.
///
/// Unchecked: everything but the lock is touched only while the lock is held.
final class Reader: @unchecked Sendable {
  let lock = NSLock()
  private(set) var connection: Connection?
  /// The source that the connection reads.
  private var source: ReadingSource?
  /// Whether a file is read without locks, so that it may change while it is read.
  private(set) var readsWithoutLocks = false
  /// The number of the pool's choice of a source on which the connection was opened.
  private(set) var epoch = -1
  /// When the last read transaction began; nil before the first.
  private var moment: ReadingMoment?

  var isOpen: Bool { connection != nil }

  /// Whether a read transaction is open.
  var isInBurst: Bool { connection?.isInTransaction == true }

  /// Whether what was read up to now was one undisturbed state.
  func isUndisturbed(_ held: HeldFile?) -> Bool { source?.isUndisturbed(held) ?? false }

  /// The connection, inside a read transaction that has not begun before a moment.
  ///
  /// - Parameters:
  ///   - version: the version that the store must have still.
  ///   - views: temporary views that the connection reads in the place of some tables.
  /// - Throws: 134100 when the store is no longer of the version.
  func begin(_ moment: ReadingMoment, _ version: OpenedVersion?, _ views: FormerJoinViews?) throws -> Connection {
    guard let connection else { throw StoreClosedError() }
    if connection.isInTransaction {
      if moment == self.moment { return connection }
      endReadTransaction()
    }
    // After a save mostly some rows are read; a read of all of them maps the file again.
    if let last = self.moment, moment.writes != last.writes { try connection.setMapping(false) }
    try connection.withStatement("BEGIN") { try $0.run() }
    do {
      try version?.require(on: connection)
      try views?.prepare(connection)
    } catch {
      connection.rollBack()
      throw error
    }
    self.moment = moment
    return connection
  }

  func open(_ source: ReadingSource, epoch: Int, timeout: TimeInterval, memory: ReadingMemory) throws {
    close()
    connection = try Connection(path: source.file.path, mode: source.mode, timeout: timeout, memory: memory)
    self.source = source
    readsWithoutLocks = source.mode.isImmutable
    moment = nil
    self.epoch = epoch
  }

  /// Ends the read transaction, if one is open. Nothing was written, so that it cannot matter how.
  func endReadTransaction() {
    guard let connection, connection.isInTransaction else { return }
    do {
      try connection.withStatement("COMMIT") { try $0.run() }
    } catch {
      close()
    }
  }

  func close() {
    connection = nil
    source = nil
    epoch = -1
  }
}
