import Foundation
import Synchronization

/// A PostgreSQL server of the tests' own, in a temporary folder: with a socket there and no network, run by an ordinary
/// user, and ended with the process, whatever becomes of that.
public final class PostgresCluster: Sendable {
  /// The one that all tests share but those that damage it; or why there is none.
  public static let shared = Result { () throws(Missing) in try PostgresCluster() }

  /// Why there is no server.
  public struct Missing: Error, CustomStringConvertible {
    public let description: String
  }

  private let folder: ServerFolder
  private let programs: URL
  private let settings: [String]
  private let schemas = Atomic<Int>(0)

  /// Makes a server and starts it.
  ///
  /// - Parameter settings: of `postgresql.conf`, such as `max_connections=200`.
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

  /// Makes a standby, which takes over what another server commits, and no writes.
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

  /// Whether there is a server that could be started.
  public static var areProgramsThere: Bool { programs != nil }

  var data: String { folder.url.appendingPathComponent("data").path }

  /// The newest of Debian's folders that has a server, or whatever is on the path.
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
  /// - Parameter other: a server that may be asked, too.
  public func url(
    schema: String, database: String = "lists", or other: PostgresCluster? = nil, settings: String = ""
  ) -> URL {
    let name = schema.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? schema
    let hosts = folder.path + (other.map { "," + $0.folder.path } ?? "")
    let text = "postgresql://test@/\(database)?host=\(hosts)&schema=\(name)\(settings)"
    guard let url = URL(string: text) else { fatalError("\(text) is no address.") }
    return url
  }

  /// The address of a store that no other test has.
  public func newURL() -> URL {
    url(schema: "s\(ProcessInfo.processInfo.processIdentifier)_\(schemas.add(1, ordering: .relaxed).newValue)")
  }

  /// Where the server is connected to.
  public var socketPath: String { folder.url.appendingPathComponent(".s.PGSQL.5432").path }

  /// The folder of its socket: the server's host in an address.
  public var socketFolder: String { folder.path }

  /// Makes a user who must give a password, and may make schemas.
  public func addUser(_ name: String, password: String) throws {
    try sql("CREATE ROLE \"\(name)\" LOGIN PASSWORD '\(password)'; GRANT CREATE ON DATABASE lists TO \"\(name)\"")
    let rules = URL(fileURLWithPath: data + "/pg_hba.conf")
    let others = try String(contentsOf: rules, encoding: .utf8)
    // The file stays the server's user's.
    let file = try FileHandle(forWritingTo: rules)
    try file.truncate(atOffset: 0)
    try file.write(contentsOf: Data("local all \"\(name)\" scram-sha-256\n\(others)".utf8))
    try file.close()
    try sql("SELECT pg_reload_conf()")
  }

  // MARK: The server's life

  /// Starts the server, and waits until it answers.
  public func start() throws {
    // One that ends fast leaves nothing behind.
    let options = ["listen_addresses=", "fsync=off", "max_connections=200"] + settings
    try folder.start(
      programs.appendingPathComponent("postgres"),
      ["-D", data, "-k", folder.path] + options.flatMap { ["-c", $0] }, endedBy: "QUIT")
    try folder.wait { (try? run("pg_isready", "-h", folder.path, "-U", "test", "-d", "postgres")) != nil }
  }

  /// Kills the server with all that it runs, as a power cut would.
  public func kill() {
    guard let server = server else { return }
    // One that is left would keep the server from being started again.
    let all = [server] + children(of: server)
    for process in all { Foundation.kill(process, SIGKILL) }
    folder.end()
    // The server's memory is in use until the last of them has ended.
    let end = Date().addingTimeInterval(60)
    while all.contains(where: Self.isRunning), Date() < end { usleep(10_000) }
  }

  private static func isRunning(_ process: Int32) -> Bool {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
      let name = text.lastIndex(of: ")")
    else { return false }
    // A zombie has ended, and waits for its parent.
    return !text[name...].hasPrefix(") Z")
  }

  /// Stops the server: its connections are ended.
  public func stop() throws {
    try run("pg_ctl", "-D", data, "-m", "fast", "-w", "stop")
    folder.end()
  }

  /// Halts the server's processes, which then answer nothing, or lets them go on.
  public func halt(_ halts: Bool) {
    guard let server = server else { return }
    let all = children(of: server) + [server]
    for process in all { Foundation.kill(process, halts ? SIGSTOP : SIGCONT) }
  }

  /// The server's process.
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

  /// What the server wrote.
  public var log: String { folder.log }

  /// Runs statements as another program would.
  ///
  /// - Returns: what they gave, values between bars.
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
