/// How a pooler gives its sessions on the server to its clients.
enum PostgresPooling: String, Sendable, Hashable {
  /// To one client until it leaves: as if there were no pooler.
  case session
  /// For one transaction: the next one may run in another session, and another client's in this one.
  case transaction

  /// The sentences for an address that does not say that sessions are shared.
  static let missing = """
    its address leads to a pooler that gives each transaction another session of the server, and does not say so. Add \
    pooling=transaction to its settings, and listen_host and listen_port of the server itself, which is listened to. Or \
    have the pooler keep a session for each client, as PgBouncer's pool_mode session does
    """
}
