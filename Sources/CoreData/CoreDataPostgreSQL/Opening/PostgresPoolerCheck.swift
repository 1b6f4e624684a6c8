import CoreData
import Foundation

/// Finds out whether an address that does not say so leads to a pooler that shares sessions. Without it other clients
/// would be given sessions with this store's settings, and its commits would not be notified of.
struct PostgresPoolerCheck {
  private let address: PostgresAddress

  init(_ address: PostgresAddress) { self.address = address }

  /// How long a second session is waited for, in seconds: a pooler may have one only.
  private static let patience: TimeInterval = 2

  /// - Parameter connection: one that was just opened, in no transaction.
  /// - Throws: 134080 where another connection has the same session. A pooler that gives a client a session for itself
  ///   gives another one, or none.
  func run(_ connection: PostgresConnection) throws {
    guard connection.isBehindPooler, address.pooling == nil, isShared(connection) else { return }
    // Nothing that was set is left to other clients.
    _ = try? connection.leavingPipeline { try connection.run(withoutPipeline: "DISCARD ALL") }
    throw NSError.coreData(
      NSPersistentStoreOpenError, "\(address.name) cannot be opened: \(PostgresPooling.missing).")
  }

  private func isShared(_ connection: PostgresConnection) -> Bool {
    do {
      return try PostgresConnection(address, timeout: Self.patience).process == connection.process
    } catch let error as PostgresError {
      // The statements of the first one are there.
      return error.isOfOtherSession
    } catch {
      return false
    }
  }
}
