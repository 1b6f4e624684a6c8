import Foundation

extension SQLiteStore {
  func readAll<Result>(_ body: (StoreReading) throws -> Result) throws -> Result {
    try read { reading in
      try reading.connection.setMapping(!reading.connection.mode.isImmutable)
      return try body(reading)
    }
  }

  func read<Result>(_ body: (StoreReading) throws -> Result) throws -> Result {
    try StoreFailure.reporting(file) {
      try readers.read { connection in
        guard let isCancelled = FetchCancellation.isCancelled else { return try body(try reading(on: connection)) }
        do {
          return try connection.interrupting(when: isCancelled) { try body(try reading(on: connection)) }
        } catch let error as SQLiteError where error.isInterruption {
          throw CocoaError(.userCancelled)
        }
      }
    }
  }
}
