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
    /// There is no pooler, but the store expects one that assigns a session to each transaction.
    case bare
  }

  static var kinds: [Kind] { PgBouncer.isThere ? Kind.allCases : [.bare] }

  let kind: Kind
  let cluster: PostgresCluster
  let pooler: PgBouncer?

  /// - Parameter sessions: the largest number of the pooler's sessions.
  init(_ kind: Kind, sessions: Int, _ settings: [String] = []) throws {
    let cluster = try PostgresCluster(settings: settings)
    (self.kind, self.cluster) = (kind, cluster)
    pooler = try PgBouncer.Mode(rawValue: kind.rawValue).map { try PgBouncer(to: cluster, $0, sessions: sessions) }
    try PgBouncer.printVersions(cluster)
  }

  /// The settings of an address that uses this path.
  var settings: String {
    switch kind {
    case .session: "&pooling=session"
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
  /// Skips tests if PgBouncer is not installed, or if they are not requested, because not all of them pass yet.
  static var onPooler: Self {
    .enabled(
      if: PgBouncer.isThere && ProcessInfo.processInfo.environment["TEST_POOLERS"] == "1",
      "for PgBouncer (apt-get install pgbouncer), with TEST_POOLERS=1")
  }
}
