import Foundation

/// A place for one reading connection, and the lock that it stands behind.
///
/// Unchecked: everything but the lock is touched only while the lock is held.
final class Reader: @unchecked Sendable {
  let lock = NSLock()
  private(set) var connection: Connection?
  /// What the connection reads.
  private var source: ReadingSource?
  /// Whether a file is read without locks, so that it may change while it is read.
  private(set) var readsWithoutLocks = false
  /// Which choice of the pool's source the connection was opened on.
  private(set) var epoch = -1
  /// The writes that the open read transaction has seen, see `ReaderPool`.
  private var generation = -1

  /// Whether a read transaction is open.
  var isInBurst: Bool { connection?.isInTransaction == true }

  /// Whether what was read up to now was one undisturbed state.
  var isUndisturbed: Bool { source?.isUndisturbed ?? false }

  /// The connection, inside a read transaction that has seen the generation.
  func begin(generation: Int) throws -> Connection {
    guard let connection else { throw StoreClosedError() }
    if connection.isInTransaction {
      if generation == self.generation { return connection }
      endReadTransaction()
    }
    // After a save mostly some rows are read; a read of all of them maps the file again.
    if generation != self.generation, self.generation >= 0 { try connection.setMapping(false) }
    try connection.withStatement("BEGIN") { try $0.run() }
    self.generation = generation
    return connection
  }

  func open(_ source: ReadingSource, epoch: Int, timeout: TimeInterval, memory: ReadingMemory) throws {
    close()
    connection = try Connection(path: source.file.path, mode: source.mode, timeout: timeout, memory: memory)
    self.source = source
    readsWithoutLocks = source.mode.isImmutable
    generation = -1
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
