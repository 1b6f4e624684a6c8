import Foundation

/// A PgBouncer process of the tests, in front of a server. It has a socket in its own folder, and no network.
public final class PgBouncer: Sendable {
  /// The values of the setting `pool_mode`.
  public enum Mode: String, Sendable, CaseIterable {
    case session, transaction
  }

  private static let program = ServerFolder.program("/usr/sbin/pgbouncer", "/usr/local/bin/pgbouncer")

  /// Whether the program is installed.
  public static var isThere: Bool { program != nil && PostgresCluster.areProgramsThere }

  /// Prints the versions of the program and of a server once.
  public static func printVersions(_ cluster: PostgresCluster) throws {
    guard let program else { return }
    let own = try cluster.run(program, ["--version"]).split(separator: "\n").first ?? ""
    print("\(own) before PostgreSQL \(try cluster.sql("SHOW server_version"))")
  }

  private let cluster: PostgresCluster
  private let folder: ServerFolder

  /// Starts a PgBouncer.
  ///
  /// - Parameters:
  ///   - cluster: the server.
  ///   - mode: the way in which clients share the server's sessions.
  ///   - sessions: the largest number of the server's sessions.
  public init(to cluster: PostgresCluster, _ mode: Mode, sessions: Int) throws {
    guard let program = Self.program else {
      throw PostgresCluster.Missing(description: "PgBouncer is missing: apt-get install pgbouncer")
    }
    self.cluster = cluster
    folder = try ServerFolder("pb")
    let settings = """
      [databases]
      * = host=\(cluster.socketFolder) port=5432
      [pgbouncer]
      listen_addr =
      listen_port = 5432
      unix_socket_dir = \(folder.path)
      auth_type = trust
      auth_file = \(folder.path)/users
      admin_users = test
      pool_mode = \(mode.rawValue)
      default_pool_size = \(sessions)
      max_client_conn = 4000
      server_login_retry = 1
      """
    let file = folder.url.appendingPathComponent("pgbouncer.ini")
    try Data(settings.utf8).write(to: file)
    try Data("\"test\" \"\"\n".utf8).write(to: folder.url.appendingPathComponent("users"))
    try folder.start(program, [file.path], endedBy: "TERM")
    try folder.wait { (try? sql("SELECT 1")) == "1" }
  }

  /// The path of the pooler's socket.
  public var socketPath: String { folder.url.appendingPathComponent(".s.PGSQL.5432").path }

  /// The address of a store in a schema of the server, through the pooler.
  ///
  /// - Parameter settings: further settings, each after `&`.
  public func url(schema: String, settings: String = "") -> URL {
    let text = "postgresql://test@/lists?host=\(folder.path)&schema=\(schema)\(settings)"
    guard let url = URL(string: text) else { fatalError("\(text) is no address.") }
    return url
  }

  /// Runs statements through the pooler.
  ///
  /// - Parameter database: the database; `pgbouncer` for the pooler's own commands.
  /// - Returns: the output, with bars between the values.
  @discardableResult
  public func sql(_ statements: String, database: String = "lists") throws -> String {
    try cluster.run(
      "psql", "-h", folder.path, "-U", "test", "-d", database, "-qAtX", "-v", "ON_ERROR_STOP=1", "-c", statements)
  }
}
