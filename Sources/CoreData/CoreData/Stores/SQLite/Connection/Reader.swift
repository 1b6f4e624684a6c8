import Foundation

/// A reading connection, which may not be open yet, and the lock that protects it.
///
/// Unchecked `Sendable`, because everything but the lock is accessed only while the lock is held.
final class Reader: @unchecked Sendable {
  let lock = NSLock()
  private(set) var connection: Connection?
  /// The source that the connection reads.
  private var source: ReadingSource?
  /// Whether the file is read without locks, so that it may change meanwhile.
  private(set) var readsWithoutLocks = false
  /// The pool's `epoch` for which the connection was opened.
  private(set) var epoch = -1
  /// The moment of the last read transaction; nil before the first.
  private var moment: ReadingMoment?

  var isOpen: Bool { connection != nil }

  /// Whether a read transaction is open.
  var isInBurst: Bool { connection?.isInTransaction == true }

  /// Whether everything read up to now came from one unchanged state of the file.
  func isUndisturbed(_ held: HeldFile?) -> Bool { source?.isUndisturbed(held) ?? false }

  /// Returns the connection in a read transaction that began at the given moment or later.
  ///
  /// - Parameters:
  ///   - version: the version that the store must still have.
  ///   - views: temporary views that the connection reads instead of some tables.
  /// - Throws: 134100 if the store has another version now.
  func begin(_ moment: ReadingMoment, _ version: OpenedVersion?, _ views: FormerJoinViews?) throws -> Connection {
    guard let connection else { throw StoreClosedError() }
    if connection.isInTransaction {
      if moment == self.moment { return connection }
      endReadTransaction()
    }
    // After a write usually only some rows are read, which is faster without a mapping. A read of all rows maps the
    // file again.
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

  /// Ends the open read transaction, if there is one. If `COMMIT` fails, the connection is closed, which loses nothing.
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
