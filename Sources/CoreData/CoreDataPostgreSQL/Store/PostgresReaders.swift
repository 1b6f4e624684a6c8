import CoreData
import Foundation

/// The servers that a store reads from, if it saves to another server. They receive each commit a moment later. A read
/// waits for a while until its server has all commits that this store has seen or saved. After that it asks the server
/// for saves.
final class PostgresReaders: Sendable {
  private let standbys: PostgresAddress
  private let settings: PostgresSettings
  /// The time until which reads use the server for saves.
  private let avoided = Protected<ContinuousClock.Instant?>(nil)

  /// The seconds that a read waits for its server.
  private static let patience: TimeInterval = 1
  /// The time for which a server is not asked after it could not be reached, or after a read waited for it in vain.
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

  /// Puts a place in a read transaction that sees all commits which the store has seen.
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
