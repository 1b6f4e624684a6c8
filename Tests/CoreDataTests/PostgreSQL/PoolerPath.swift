import Foundation
import PostgreSQLTesting
import Testing

@testable import CoreData
@testable import CoreDataPostgreSQL

/// A connection path to a server of a test's own, with or without a pooler.
final class PoolerPath {
  enum Kind: String, Sendable, CaseIterable {
    /// PgBouncer keeps a session for each client.
    case session
    /// PgBouncer assigns a session to each transaction.
    case transaction
    /// Pgpool-II keeps a session for each client.
    case pgpool
    /// There is no pooler, but the store expects one that assigns a session to each transaction.
    case bare

    /// Whether the program is installed.
    var isThere: Bool {
      switch self {
      case .session, .transaction: PgBouncer.isThere
      case .pgpool: Pgpool.isThere
      case .bare: true
      }
    }
  }

  static var kinds: [Kind] { Kind.allCases.filter(\.isThere) }

  let kind: Kind
  let cluster: PostgresCluster
  let pooler: (any Pooler)?

  /// - Parameter sessions: the largest number of the pooler's sessions.
  init(_ kind: Kind, sessions: Int, _ settings: [String] = []) throws {
    let cluster = try PostgresCluster(settings: settings)
    (self.kind, self.cluster) = (kind, cluster)
    pooler =
      switch kind {
      case .session: try PgBouncer(to: cluster, .session, sessions: sessions)
      case .transaction: try PgBouncer(to: cluster, .transaction, sessions: sessions)
      case .pgpool: try Pgpool(to: cluster, clients: sessions)
      case .bare: nil
      }
    if let pooler { print("\(try pooler.version) before PostgreSQL \(try cluster.sql("SHOW server_version"))") }
  }

  /// The settings of an address that uses this path.
  var settings: String {
    switch kind {
    case .session: "&pooling=session"
    // It passes no notifications on.
    case .pgpool: "&pooling=session&listen_host=\(cluster.socketFolder)"
    case .transaction, .bare: "&pooling=transaction&listen_host=\(cluster.socketFolder)"
    }
  }

  func url(_ schema: String) -> URL {
    pooler?.url(schema: schema, settings: settings) ?? cluster.url(schema: schema, settings: settings)
  }

  /// Returns the number of the server's sessions, of the pooler and of other clients.
  func sessions() throws -> Int {
    let count = try cluster.sql(
      "SELECT count(*) FROM pg_stat_activity WHERE datname = 'lists' AND backend_type = 'client backend' "
        + "AND pid <> pg_backend_pid()")
    return try #require(Int(count))
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips tests if PgBouncer is not installed.
  static var onPooler: Self { .enabled(if: PgBouncer.isThere, "for PgBouncer (apt-get install pgbouncer)") }

  /// Skips tests if they are not requested, because they take long, and wait for limited times.
  static var onRequest: Self {
    .enabled(if: ProcessInfo.processInfo.environment["TEST_POOLERS"] == "1", "with TEST_POOLERS=1")
  }
}
