import Foundation
import PostgreSQLTesting
import Testing

@testable import CoreData
@testable import CoreDataPostgreSQL

/// A way to a server of its own, through a pooler or past it.
final class PoolerPath {
  enum Kind: String, Sendable, CaseIterable {
    /// Through PgBouncer, which keeps a session for each client.
    case session
    /// Through PgBouncer, which gives each transaction a session.
    case transaction
    /// Without a pooler, as if there were one that gives each transaction a session.
    case bare
  }

  static var kinds: [Kind] { PgBouncer.isThere ? Kind.allCases : [.bare] }

  let kind: Kind
  let cluster: PostgresCluster
  let pooler: PgBouncer?

  /// - Parameter sessions: how many the pooler has, at most.
  init(_ kind: Kind, sessions: Int, _ settings: [String] = []) throws {
    let cluster = try PostgresCluster(settings: settings)
    (self.kind, self.cluster) = (kind, cluster)
    pooler = try PgBouncer.Mode(rawValue: kind.rawValue).map { try PgBouncer(to: cluster, $0, sessions: sessions) }
    try PgBouncer.printVersions(cluster)
  }

  /// The settings of an address through it.
  var settings: String {
    switch kind {
    case .session: "&pooling=session"
    case .transaction, .bare: "&pooling=transaction&listen_host=\(cluster.socketFolder)"
    }
  }

  func url(_ schema: String) -> URL {
    pooler?.url(schema: schema, settings: settings) ?? cluster.url(schema: schema, settings: settings)
  }

  /// How many sessions of the server the pooler and the clients past it have.
  func sessions() throws -> Int {
    let count = try cluster.sql(
      "SELECT count(*) FROM pg_stat_activity WHERE datname = 'lists' AND backend_type = 'client backend' "
        + "AND pid <> pg_backend_pid()")
    return try #require(Int(count))
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips tests where PgBouncer is missing, or where nobody asks for them: not all of them pass yet.
  static var onPooler: Self {
    .enabled(
      if: PgBouncer.isThere && ProcessInfo.processInfo.environment["TEST_POOLERS"] == "1",
      "for PgBouncer (apt-get install pgbouncer), with TEST_POOLERS=1")
  }
}
