import CoreData
import Foundation

/// How a pooler gives its sessions on the server to its clients.
enum PostgresPooling: String, Sendable, Hashable {
  /// A session serves a single client until it disconnects, as if there were no pooler.
  case session
  /// A session serves a single transaction. The next transaction of the client may run in another session.
  case transaction

  /// The sentences for an address that does not say that sessions are shared.
  static let missing = """
    its address leads to a pooler that gives each transaction another session of the server, and does not say so. Add \
    pooling=transaction to its settings, and listen_host and listen_port of the server itself, which is listened to. Or \
    have the pooler keep a session for each client, as PgBouncer's pool_mode session does
    """

  /// The error for an address that does not say that sessions are shared.
  static func missing(in address: PostgresAddress) -> NSError {
    .coreData(NSPersistentStoreOpenError, "\(address.name) cannot be opened: \(missing).")
  }
}
