import CoreData
import Foundation

/// Checks whether an address leads to a pooler that shares sessions, although the address does not say so. Then other
/// clients would get sessions with this store's settings, and the store would not be notified of commits.
struct PostgresPoolerCheck {
  private let address: PostgresAddress

  init(_ address: PostgresAddress) { self.address = address }

  /// The seconds to wait for a second session, because a pooler may have only one.
  private static let patience: TimeInterval = 2

  /// Checks that a second connection does not get the session of the first one.
  ///
  /// - Parameter connection: a connection that was just opened, without a transaction.
  /// - Throws: 134080 if both connections have the same session. If the pooler keeps a session for each client, the
  ///   second connection gets another session, or none.
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
