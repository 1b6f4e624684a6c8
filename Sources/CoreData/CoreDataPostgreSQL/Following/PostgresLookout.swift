import CoreData
import Foundation

/// Checks whether the servers that a store reads from have received a commit of the server that it listens to.
struct PostgresLookout {
  enum Answer {
    /// The servers have the commit, or waiting longer is useless. Then a reader of the commit asks the other server.
    case found
    /// The check must be repeated by `resume()` after the given number of seconds.
    case later(TimeInterval)
    /// A check is running already.
    case waiting
  }

  private let address: PostgresAddress
  private let timeout: TimeInterval
  private var connection: PostgresConnection?
  /// The awaited commit; nil if there is none.
  private var sought: Int64?
  private var pause = PostgresLookout.firstPause
  private var end: ContinuousClock.Instant?

  private static let firstPause: TimeInterval = 0.001
  private static let longestPause: TimeInterval = 0.05
  /// The longest time to wait for a commit.
  private static let patience: Duration = .seconds(10)

  init(_ address: PostgresAddress, timeout: TimeInterval) { (self.address, self.timeout) = (address, timeout) }

  /// Checks for a commit. If a check for an earlier commit is running, that check continues until both are there.
  mutating func seeks(_ number: Int64) -> Answer {
    if let sought {
      self.sought = max(sought, number)
      return .waiting
    }
    if has(number) {
      (pause, end) = (Self.firstPause, nil)
      return .found
    }
    let end = self.end ?? .now.advanced(by: Self.patience)
    guard .now < end else {
      self.end = nil
      return .found
    }
    (sought, self.end) = (number, end)
    defer { pause = min(pause * 2, Self.longestPause) }
    return .later(pause)
  }

  /// Ends the wait after `Answer.later`, so that the check can be repeated.
  ///
  /// - Returns: the commit to look for.
  mutating func resume() -> Int64? {
    defer { sought = nil }
    return sought
  }

  /// Whether a server has a commit, or cannot be asked.
  private mutating func has(_ number: Int64) -> Bool {
    do {
      let connection = try self.connection ?? PostgresConnection(address, timeout: timeout)
      self.connection = connection
      let rows = try connection.run("SELECT \"ZLAST\" FROM \"Z_HISTORY\"")
      return rows.count > 0 && rows.integer(0, 0) >= number
    } catch {
      connection = nil
      return true
    }
  }
}
