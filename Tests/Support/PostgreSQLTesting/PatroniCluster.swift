import Foundation

/// Three PostgreSQL servers that Patroni manages, with their own consensus store (etcd). Each has its own folder and
/// free ports of this machine. They end with this process.
public final class PatroniCluster: Sendable {
  private static let patroni = ServerFolder.program("/usr/bin/patroni", "/usr/local/bin/patroni")
  private static let etcd = ServerFolder.program("/usr/bin/etcd", "/usr/local/bin/etcd")

  /// Whether all programs are installed.
  public static var isThere: Bool { patroni != nil && etcd != nil && PostgresCluster.areProgramsThere }

  private let store: ServerFolder
  private let nodes: [Node]

  private struct Node: Sendable {
    let folder: ServerFolder
    let port: Int
    let restPort: Int

    var data: String { folder.url.appendingPathComponent("data").path }
    var settings: URL { folder.url.appendingPathComponent("patroni.yml") }
    /// The identifier of the server's process.
    var server: Int32? {
      let text = try? String(contentsOfFile: data + "/postmaster.pid", encoding: .utf8)
      return text?.split(separator: "\n").first.flatMap { Int32($0) }
    }
  }

  /// Starts the servers, and waits until both standbys follow.
  public init() throws {
    guard let patroni = Self.patroni, let etcd = Self.etcd, let programs = PostgresCluster.programs else {
      throw PostgresCluster.Missing(description: "Patroni is missing: apt-get install patroni etcd-server")
    }
    let ports = try Self.freePorts(8)
    store = try ServerFolder("et")
    nodes = try (0..<3).map {
      Node(folder: try ServerFolder("pt"), port: ports[2 + $0 * 2], restPort: ports[3 + $0 * 2])
    }
    let clients = "http://127.0.0.1:\(ports[0])"
    try store.start(
      etcd,
      [
        "--data-dir", store.url.appendingPathComponent("data").path, "--listen-client-urls", clients,
        "--advertise-client-urls", clients, "--listen-peer-urls", "http://127.0.0.1:\(ports[1])",
      ], endedBy: "TERM")
    for (number, node) in nodes.enumerated() {
      try Data(Self.settings(number, node, storePort: ports[0], programs: programs).utf8).write(to: node.settings)
      try node.folder.start(patroni, [node.settings.path], endedBy: "TERM")
    }
    try nodes[0].folder.wait { hasStandbys }
    try sql("CREATE DATABASE lists TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8'", database: "postgres")
    let versions = try nodes[0].folder.run(patroni, ["--version"]) + ", " + store.run(etcd, ["--version"])
    print(versions.split(separator: "\n").prefix(1).joined(), "PostgreSQL", try sql("SHOW server_version"))
  }

  private static func settings(_ number: Int, _ node: Node, storePort: Int, programs: URL) -> String {
    """
    scope: lists
    name: n\(number)
    restapi: {listen: "127.0.0.1:\(node.restPort)", connect_address: "127.0.0.1:\(node.restPort)"}
    etcd3: {host: "127.0.0.1:\(storePort)"}
    bootstrap:
      dcs:
        ttl: 20
        loop_wait: 2
        retry_timeout: 4
        synchronous_mode: true
        postgresql: {use_pg_rewind: true}
      initdb: [{encoding: UTF8}, {locale: C.UTF-8}, {auth-local: trust}, {auth-host: trust}]
      pg_hba:
      - local all all trust
      - host all all 127.0.0.1/32 trust
      - host replication all 127.0.0.1/32 trust
    postgresql:
      listen: "127.0.0.1:\(node.port)"
      connect_address: "127.0.0.1:\(node.port)"
      data_dir: \(node.data)
      bin_dir: \(programs.path)
      pgpass: \(node.folder.path)/pass
      parameters: {unix_socket_directories: \(node.folder.path), max_connections: 200}
      authentication:
        superuser: {username: test}
        replication: {username: replicator}
        rewind: {username: test}
    """
  }

  /// Whether there is a primary that both standbys follow.
  public var hasStandbys: Bool {
    (try? sql("SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'", database: "postgres")) == "2"
  }

  /// The address of a store. It has all three servers and no further settings.
  public func url(schema: String) -> URL {
    let hosts = nodes.map { _ in "127.0.0.1" }.joined(separator: ",")
    let text = "postgresql://test@/lists?host=\(hosts)&port=\(ports)&schema=\(schema)"
    guard let url = URL(string: text) else { fatalError("\(text) is no address.") }
    return url
  }

  private var ports: String { nodes.map { String($0.port) }.joined(separator: ",") }

  /// Runs statements on the primary.
  ///
  /// - Returns: the output, with bars between the values.
  @discardableResult
  public func sql(_ statements: String, database: String = "lists", schema: String? = nil) throws -> String {
    guard let programs = PostgresCluster.programs else { return "" }
    let address =
      "host=\(nodes.map { _ in "127.0.0.1" }.joined(separator: ",")) port=\(ports) user=test dbname=\(database) "
      + "connect_timeout=2 target_session_attrs=read-write"
    let path = schema.map { "SET search_path TO \"\($0)\";\n" } ?? ""
    return try nodes[0].folder.run(
      programs.appendingPathComponent("psql"),
      ["-d", address, "-qAtX", "-v", "ON_ERROR_STOP=1", "-c", path + statements])
  }

  /// Kills the primary and its Patroni process, like a power cut.
  ///
  /// - Returns: the index of the node.
  public func killPrimary() throws -> Int {
    let port = try sql("SELECT inet_server_port()")
    guard let place = nodes.firstIndex(where: { String($0.port) == port }), let server = nodes[place].server else {
      throw PostgresCluster.Missing(description: "there is no primary at \(port)")
    }
    nodes[place].folder.kill()
    Foundation.kill(server, SIGKILL)
    return place
  }

  /// Starts a killed node again.
  public func start(_ place: Int) throws {
    guard let patroni = Self.patroni else { return }
    try nodes[place].folder.start(patroni, [nodes[place].settings.path], endedBy: "TERM")
  }

  deinit {
    // Each node stops its server, for which it still needs the consensus store.
    for node in nodes { node.folder.end() }
    store.end()
  }

  /// Returns ports of this machine on which no process listens. They are outside of the range from which the system
  /// assigns ports.
  private static func freePorts(_ count: Int) throws -> [Int] {
    let table = try String(contentsOfFile: "/proc/net/tcp", encoding: .utf8)
    let taken = Set(
      table.split(separator: "\n").dropFirst().compactMap { line in
        line.split(separator: " ").dropFirst().first?.split(separator: ":").last.flatMap { Int($0, radix: 16) }
      })
    return Array((20_000..<30_000).filter { !taken.contains($0) }.shuffled().prefix(count))
  }
}
