import CoreData

extension PostgresStore: ReadingRowStore {
  func read<Result>(_ body: (PostgresReading) throws -> Result) throws -> Result {
    try read(isFresh: false, body)
  }

  /// - Parameter isFresh: whether what is read is the newest state.
  func read<Result>(isFresh: Bool, _ body: (PostgresReading) throws -> Result) throws -> Result {
    try PostgresFailure.reporting(settings.address, .reading) {
      try pool.read(isFresh: isFresh) { try body(reading(on: $0, readAhead: $1.readAhead)) }
    }
  }
}
