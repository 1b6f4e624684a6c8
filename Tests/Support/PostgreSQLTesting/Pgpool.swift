import Foundation

/// Processes of Pgpool-II of the tests. Each keeps a session for its client, on one server or on a primary and standbys.
public final class Pgpool: Pooler {
  private static let program = ServerFolder.program("/usr/sbin/pgpool", "/usr/local/bin/pgpool")

  /// Whether the program is installed.
  public static var isThere: Bool { program != nil && PostgresCluster.areProgramsThere }

  public let cluster: PostgresCluster
  private let program: URL
  private let folder: ServerFolder

  /// Starts Pgpool-II.
  ///
  /// - Parameters:
  ///   - cluster: the server, or the primary of the standbys.
  ///   - standbys: the servers that run what only reads.
  ///   - clients: the largest number of clients at one time.
  public init(to cluster: PostgresCluster, standbys: [PostgresCluster] = [], clients: Int) throws {
    guard let program = Self.program else {
      throw PostgresCluster.Missing(description: "Pgpool-II is missing: apt-get install pgpool2")
    }
    (self.cluster, self.program) = (cluster, program)
    folder = try ServerFolder("pp")
    let folders = ["socket_dir", "pcp_socket_dir", "wd_ipc_socket_dir", "logdir", "work_dir"].map {
      "\($0) = '\(folder.path)'"
    }
    let servers = ([cluster] + standbys).enumerated().map { place, server in
      // The primary has the first place, and gets no reads.
      """
      backend_hostname\(place) = '\(server.socketFolder)'
      backend_port\(place) = 5432
      backend_weight\(place) = \(place == 0 ? 0 : 1)
      """
    }
    // Without a list, functions such as `set_config` count as writes, and run on the primary.
    let settings =
      """
      backend_clustering_mode = '\(standbys.isEmpty ? "raw" : "streaming_replication")'
      load_balance_mode = \(standbys.isEmpty ? "off" : "on")
      write_function_list = 'nextval,setval,pg_notify'
      listen_addresses = ''
      pcp_listen_addresses = ''
      port = 5432
      pid_file_name = '\(folder.path)/pgpool.pid'
      num_init_children = \(clients)
      max_pool = 1
      pool_passwd = ''
      health_check_period = 0
      sr_check_user = 'test'
      sr_check_database = 'postgres'

      """ + (folders + servers).joined(separator: "\n") + "\n"
    let file = folder.url.appendingPathComponent("pgpool.conf")
    try Data(settings.utf8).write(to: file)
    // SIGQUIT ends it without waiting for clients.
    try folder.start(
      program, ["-n", "-D", "-f", file.path, "-F", "/dev/null", "-a", "/dev/null"], endedBy: "QUIT")
    try folder.wait { (try? sql("SELECT 1")) == "1" }
  }

  public var socketFolder: String { folder.path }

  public var version: String {
    get throws { String(try folder.run(program, ["--version"]).prefix { $0 != "\n" }) }
  }
}
