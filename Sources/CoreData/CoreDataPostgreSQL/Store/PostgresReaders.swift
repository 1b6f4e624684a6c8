import CoreData
import Foundation

/// The servers that a store reads from, where it saves to another one. They have each commit a moment later: a read
/// waits until its server has what this store has seen and saved, for a while, and then asks the server that is saved
/// to.
final class PostgresReaders: Sendable {
  private let standbys: PostgresAddress
  private let settings: PostgresSettings
  /// The time until which the server that is saved to is asked.
  private let avoided = Protected<ContinuousClock.Instant?>(nil)

  /// How long a read waits for its server, in seconds.
  private static let patience: TimeInterval = 1
  /// How long a server is not asked that was not reached, or was behind for longer.
  private static let avoidance: Duration = .seconds(5)

  init(_ standbys: PostgresAddress, _ settings: PostgresSettings) {
    (self.standbys, self.settings) = (standbys, settings)
  }

  /// The servers to read from now.
  var address: PostgresAddress {
    avoided.withLock { avoided in
      if let end = avoided, .now < end { return settings.address }
      avoided = nil
      return standbys
    }
  }

  /// Has the next reads ask the server that is saved to.
  ///
  /// - Returns: whether the address is another one.
  func avoid(_ address: PostgresAddress) -> Bool {
    guard address != settings.address else { return false }
    avoided.withLock { $0 = .now.advanced(by: Self.avoidance) }
    return true
  }

  /// Has a place in a read transaction that has seen what it must.
  func prepare(_ place: PostgresPlace, _ sought: PostgresSought, at address: PostgresAddress) throws {
    try place.prepare(sought, settings, at: address)
    guard address != settings.address else { return }
    var pauses = PostgresPauses(first: 0.0005, limit: Self.patience)
    while try !place.sees(sought.floor) {
      place.endReadTransaction()
      if !pauses.wait() {
        _ = avoid(address)
        return try place.prepare(sought, settings, at: settings.address)
      }
      try place.prepare(sought, settings, at: address)
    }
  }
}
