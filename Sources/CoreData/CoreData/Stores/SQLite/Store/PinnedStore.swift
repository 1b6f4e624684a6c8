import Foundation

/// An earlier state of a SQLite store, read by a connection whose read transaction stays open. While it is open, SQLite
/// cannot reset the WAL.
///
/// Unchecked `Sendable`, because the connection is used only while the lock is held.
final class PinnedStore: PinnedRowStore, @unchecked Sendable {
  let store: SQLiteStore
  // Recursive, because a closure that reads may call another read.
  private let lock = NSRecursiveLock()
  private var connection: Connection?

  fileprivate init(_ store: SQLiteStore, _ connection: Connection) {
    self.store = store
    self.connection = connection
  }

  func read<Result>(_ body: (StoreReading) throws -> Result) throws -> Result {
    try lock.withLock {
      try StoreFailure.reporting(store.file) {
        guard let connection else { throw StoreClosedError() }
        return try body(try store.reading(on: connection))
      }
    }
  }

  func close() { lock.withLock { connection = nil } }
}

/// A weak reference to a pinned store.
struct WeakPin: Sendable {
  fileprivate weak var pin: PinnedStore?
}

extension SQLiteStore {
  func pinned() throws -> (any RowStore)? {
    guard !isReadOnly else { return nil }
    return try StoreFailure.reporting(file) {
      guard try writer.keepsLog(readers) else { return nil }
      let pin = PinnedStore(self, try readers.pinnedConnection(file))
      pins.withLock { pins in
        pins.removeAll { $0.pin == nil }
        pins.append(WeakPin(pin: pin))
      }
      return pin
    }
  }

  /// Closes the pinned connections, because an open read transaction prevents a checkpoint.
  func closePins() {
    for pin in pins.withLock({ pins in pins.compactMap(\.pin) }) { pin.close() }
  }
}
