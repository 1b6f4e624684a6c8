import Foundation
import ProcessTesting
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

  private let folder: URL
  private let programs: URL
  private let settings: [String]
  private let process = Mutex<(run: ChildProcess, input: Pipe)?>(nil)
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
    // The path of a socket has a hundred bytes at most.
    let name = "pg-\(ProcessInfo.processInfo.processIdentifier)-\(UInt32.random(in: 0 ... .max))"
    folder = URL(fileURLWithPath: "/tmp").appendingPathComponent(name)
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
      // The programs refuse to run as root.
      if geteuid() == 0 { chown(folder.path, Self.nobody, Self.nobody) }
      try make(self)
    } catch {
      throw Missing(description: "no server could be made: \(error)")
    }
  }

  /// Whether there is a server that could be started.
  public static var areProgramsThere: Bool { programs != nil }

  private static let nobody: UInt32 = 65534

  var data: String { folder.appendingPathComponent("data").path }

  /// The newest of Debian's folders that has a server, or whatever is on the path.
  private static var programs: URL? {
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
  var socketPath: String { folder.appendingPathComponent(".s.PGSQL.5432").path }

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
    let process = ChildProcess()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    // The server ends when its input does: with the process that has made it. What ends fast leaves nothing behind.
    let script = """
      "$0" -D "$1" -k "$2" -c listen_addresses= -c fsync=off -c max_connections=200 $3 > "$2/log" 2>&1 &
      server=$!
      cat > /dev/null
      kill -QUIT $server 2> /dev/null
      wait $server
      """
    let options = settings.map { "-c \($0)" }.joined(separator: " ")
    process.arguments =
      ["-c", script, programs.appendingPathComponent("postgres").path, data, folder.path, options]
    asOrdinaryUser(process)
    let input = Pipe()
    process.standardInput = input
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    self.process.withLock { $0 = (process, input) }
    let ready = Date().addingTimeInterval(120)
    while (try? run("pg_isready", "-h", folder.path, "-U", "test", "-d", "postgres")) == nil {
      guard Date() < ready else { throw Missing(description: "the server did not start: \(log)") }
      usleep(50_000)
    }
  }

  /// Kills the server with all that it runs, as a power cut would.
  public func kill() {
    guard let server = server else { return }
    // One that is left would keep the server from being started again.
    for process in [server] + children(of: server) { Foundation.kill(process, SIGKILL) }
    end()
  }

  /// Stops the server: its connections are ended.
  public func stop() throws {
    try run("pg_ctl", "-D", data, "-m", "fast", "-w", "stop")
    end()
  }

  /// Halts the server's processes, which then answer nothing, or lets them go on.
  public func halt(_ halts: Bool) {
    guard let server = server else { return }
    let all = children(of: server) + [server]
    for process in all { Foundation.kill(process, halts ? SIGSTOP : SIGCONT) }
  }

  private func end() {
    let running = process.withLock { process in
      defer { process = nil }
      return process
    }
    try? running?.input.fileHandleForWriting.close()
    running?.run.waitUntilExit()
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
  public var log: String {
    (try? String(contentsOf: folder.appendingPathComponent("log"), encoding: .utf8)) ?? ""
  }

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
  func run(_ program: URL, _ arguments: [String]) throws -> String {
    let process = ChildProcess()
    process.executableURL = program
    process.arguments = arguments
    asOrdinaryUser(process)
    let output = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(decoding: output.readAll(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Missing(description: "\(program.lastPathComponent): \(text)") }
    return text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Root becomes nobody for the server's programs.
  private func asOrdinaryUser(_ process: ChildProcess) {
    process.currentDirectoryURL = folder
    guard geteuid() == 0 else { return }
    let own = [process.executableURL?.path ?? ""] + process.arguments
    process.executableURL = URL(fileURLWithPath: "/usr/bin/setpriv")
    process.arguments = ["--reuid", "\(Self.nobody)", "--regid", "\(Self.nobody)", "--clear-groups"] + own
  }

  deinit {
    end()
    try? FileManager.default.removeItem(at: folder)
  }
}
