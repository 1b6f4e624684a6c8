import Foundation

/// An earlier state of an SQLite store: a connection whose read transaction stays open. Meanwhile the log cannot begin
/// anew.
///
/// Unchecked: the connection is reached only under the lock.
final class PinnedStore: PinnedRowStore, @unchecked Sendable {
  let store: SQLiteStore
  // What is lent while one reads may read, too.
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

/// A pin that its store does not keep alive.
struct WeakPin: Sendable {
  fileprivate weak let pin: PinnedStore?
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

  /// A reader would keep the log from being folded into the main file.
  func closePins() {
    for pin in pins.withLock({ pins in pins.compactMap(\.pin) }) { pin.close() }
  }
}
