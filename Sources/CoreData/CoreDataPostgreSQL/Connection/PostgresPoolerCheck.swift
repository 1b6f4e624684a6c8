import CoreData
import Foundation

/// Finds out whether a pooler shares sessions, where the address does not say so. Other clients would get sessions with
/// this store's settings, and it would miss notifications of commits.
enum PostgresPoolerCheck {
  /// The time to wait for a second session, in seconds: a pooler may have one only.
  private static let patience: TimeInterval = 2
  /// The addresses whose pooler gave two connections a session each.
  private static let found = Protected<Set<PostgresAddress>>([])

  /// Whether a pooler keeps a session for each client. A second connection would get the same session from a pooler
  /// that shares them. It leaves no settings there.
  ///
  /// - Parameter process: the process of the server that ran the last command of a connection, which is in no
  ///   transaction.
  static func keepsSessions(_ address: PostgresAddress, _ process: Int32) -> Bool {
    if found.withLock({ $0.contains(address) }) { return true }
    let other = try? PostgresConnection(address.pooled(by: .transaction), timeout: patience).run(
      "SELECT pg_backend_pid()")
    guard let other else { return true }
    guard other.integer(0, 0) != process else { return false }
    _ = found.withLock { $0.insert(address) }
    return true
  }
}
