import Foundation

/// A PgBouncer process of the tests.
public final class PgBouncer: Pooler {
  /// The values of the setting `pool_mode`.
  public enum Mode: String, Sendable, CaseIterable {
    case session, transaction
  }

  private static let program = ServerFolder.program("/usr/sbin/pgbouncer", "/usr/local/bin/pgbouncer")

  /// Whether the program is installed.
  public static var isThere: Bool { program != nil && PostgresCluster.areProgramsThere }

  public let cluster: PostgresCluster
  private let program: URL
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
    (self.cluster, self.program) = (cluster, program)
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

  public var socketFolder: String { folder.path }

  public var version: String {
    get throws { String(try folder.run(program, ["--version"]).prefix { $0 != "\n" }) }
  }
}
