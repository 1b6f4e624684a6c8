import Foundation
import Synchronization

/// A PostgreSQL server of the tests, in a temporary folder. It has a socket there and no network, runs as an ordinary
/// user, and ends with the process, even if that crashes.
public final class PostgresCluster: Sendable {
  /// The server that all tests share, except those that damage it, or the reason why there is none.
  public static let shared = Result { () throws(Missing) in try PostgresCluster() }

  /// An error that says why there is no server.
  public struct Missing: Error, CustomStringConvertible {
    public let description: String
  }

  private let folder: ServerFolder
  private let programs: URL
  private let settings: [String]
  private let schemas = Atomic<Int>(0)

  /// Makes a server and starts it.
  ///
  /// - Parameter settings: settings of `postgresql.conf`, such as `max_connections=200`.
  public convenience init(settings: [String] = []) throws(Missing) {
    try self.init(settings) { cluster in
      try cluster.initialize()
      try cluster.startWithDatabase()
    }
  }

  func initialize() throws {
    try run("initdb", "-D", data, "-A", "trust", "-U", "test", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync")
  }

  func startWithDatabase() throws {
    try start()
    try run("createdb", "-h", folder.path, "-U", "test", "lists")
  }

  /// Makes a standby of another server. It replicates that server's commits, and accepts no writes.
  public convenience init(standbyOf primary: PostgresCluster) throws(Missing) {
    try self.init(primary.settings) { cluster in
      try cluster.run(
        "pg_basebackup", "-D", cluster.data, "-h", primary.folder.path, "-U", "test", "-R", "-X", "stream", "-c",
        "fast",
        "--no-sync")
      try cluster.start()
    }
  }

  init(_ settings: [String], _ make: (PostgresCluster) throws -> Void) throws(Missing) {
    guard let programs = Self.programs else {
      throw Missing(description: "the server's programs are missing: apt-get install postgresql")
    }
    self.programs = programs
    self.settings = settings
    do {
      folder = try ServerFolder("pg")
    } catch {
      throw Missing(description: "no server could be made: \(error)")
    }
    do {
      try make(self)
    } catch {
      throw Missing(description: "no server could be made: \(error)")
    }
  }

  /// Whether the programs of a server are installed.
  public static var areProgramsThere: Bool { programs != nil }

  var data: String { folder.url.appendingPathComponent("data").path }

  /// The folder of the newest server in Debian's folders, or else the one on the path.
  static var programs: URL? {
    let root = URL(fileURLWithPath: "/usr/lib/postgresql")
    let versions = ((try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []).sorted {
      (Int($0) ?? 0) > (Int($1) ?? 0)
    }
    let path = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let folders =
      versions.map { root.appendingPathComponent("\($0)/bin") } + path.map { URL(fileURLWithPath: String($0)) }
    return folders.first { folder in
      ["initdb", "postgres"].allSatisfy {
        FileManager.default.isExecutableFile(atPath: folder.appendingPathComponent($0).path)
      }
    }
  }

  /// The address of a store in a schema.
  ///
  /// - Parameter other: a second server for the address.
  public func url(
    schema: String, database: String = "lists", or other: PostgresCluster? = nil, settings: String = ""
  ) -> URL {
    let name = schema.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? schema
    let hosts = folder.path + (other.map { "," + $0.folder.path } ?? "")
    let text = "postgresql://test@/\(database)?host=\(hosts)&schema=\(name)\(settings)"
    guard let url = URL(string: text) else { fatalError("\(text) is no address.") }
    return url
  }

  /// The address of a store that no other test uses.
  public func newURL() -> URL {
    url(schema: "s\(ProcessInfo.processInfo.processIdentifier)_\(schemas.add(1, ordering: .relaxed).newValue)")
  }

  /// The path of the server's socket.
  public var socketPath: String { folder.url.appendingPathComponent(".s.PGSQL.5432").path }

  /// The folder of the server's socket, which is the host in an address.
  public var socketFolder: String { folder.path }

  /// Adds a user who needs a password, and who may create schemas.
  public func addUser(_ name: String, password: String) throws {
    try sql("CREATE ROLE \"\(name)\" LOGIN PASSWORD '\(password)'; GRANT CREATE ON DATABASE lists TO \"\(name)\"")
    let rules = URL(fileURLWithPath: data + "/pg_hba.conf")
    let others = try String(contentsOf: rules, encoding: .utf8)
    // The file is not replaced, so that it still belongs to the server's user.
    let file = try FileHandle(forWritingTo: rules)
    try file.truncate(atOffset: 0)
    try file.write(contentsOf: Data("local all \"\(name)\" scram-sha-256\n\(others)".utf8))
    try file.close()
    try sql("SELECT pg_reload_conf()")
  }

  // MARK: The server's life

  /// Starts the server, and waits until it accepts connections.
  public func start() throws {
    // The server ends by an immediate shutdown (SIGQUIT), which leaves no processes.
    let options = ["listen_addresses=", "fsync=off", "max_connections=200"] + settings
    try folder.start(
      programs.appendingPathComponent("postgres"),
      ["-D", data, "-k", folder.path] + options.flatMap { ["-c", $0] }, endedBy: "QUIT")
    try folder.wait { (try? run("pg_isready", "-h", folder.path, "-U", "test", "-d", "postgres")) != nil }
  }

  /// Kills the server and all its processes, like a power cut.
  public func kill() {
    guard let server = server else { return }
    // A remaining process would prevent the server from starting again.
    let all = [server] + children(of: server)
    for process in all { Foundation.kill(process, SIGKILL) }
    folder.end()
    // The server's shared memory is in use until the last process has ended.
    let end = Date().addingTimeInterval(60)
    while all.contains(where: Self.isRunning), Date() < end { usleep(10_000) }
  }

  private static func isRunning(_ process: Int32) -> Bool {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
      let name = text.lastIndex(of: ")")
    else { return false }
    // A zombie has ended, and its parent has not waited for it yet.
    return !text[name...].hasPrefix(") Z")
  }

  /// Stops the server, and ends its connections.
  public func stop() throws {
    try run("pg_ctl", "-D", data, "-m", "fast", "-w", "stop")
    folder.end()
  }

  /// Stops the server's processes, so that they answer nothing, or lets them continue.
  public func halt(_ halts: Bool) {
    guard let server = server else { return }
    let all = children(of: server) + [server]
    for process in all { Foundation.kill(process, halts ? SIGSTOP : SIGCONT) }
  }

  /// The identifier of the server's process.
  public var server: Int32? {
    let text = try? String(contentsOfFile: data + "/postmaster.pid", encoding: .utf8)
    return text?.split(separator: "\n").first.flatMap { Int32($0) }
  }

  private func children(of process: Int32) -> [Int32] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return all.compactMap(Int32.init).filter { child in
      let status = (try? String(contentsOfFile: "/proc/\(child)/status", encoding: .utf8)) ?? ""
      return status.split(separator: "\n").contains("PPid:\t\(process)")
    }
  }

  /// The server's log.
  public var log: String { folder.log }

  /// Runs statements by `psql`, as another program does.
  ///
  /// - Returns: the output, with bars between the values.
  @discardableResult
  public func sql(_ statements: String, schema: String? = nil) throws -> String {
    let path = schema.map { "SET search_path TO \"\($0)\";\n" } ?? ""
    return try run(
      "psql", "-h", folder.path, "-U", "test", "-d", "lists", "-qAtX", "-v", "ON_ERROR_STOP=1", "-c",
      path + statements)
  }

  @discardableResult
  func run(_ program: String, _ arguments: String...) throws -> String {
    try run(programs.appendingPathComponent(program), arguments)
  }

  /// Runs a program as the server's user.
  @discardableResult
  func run(_ program: URL, _ arguments: [String]) throws -> String { try folder.run(program, arguments) }
}
