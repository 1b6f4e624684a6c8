import Foundation
import ProcessTesting
import Synchronization

/// A temporary folder with a server of the tests. The server runs as an ordinary user, and ends with this process, even
/// if that crashes.
final class ServerFolder: Sendable {
  let url: URL
  private let process = Mutex<(run: ChildProcess, input: Pipe)?>(nil)

  /// - Parameter name: the prefix of the folder's name.
  init(_ name: String) throws {
    // A socket's path has at most a hundred bytes.
    let name = "\(name)-\(ProcessInfo.processInfo.processIdentifier)-\(UInt32.random(in: 0 ... .max))"
    url = URL(fileURLWithPath: "/tmp").appendingPathComponent(name)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    // The server's programs refuse to run as root.
    if geteuid() == 0 { chown(url.path, Self.nobody, Self.nobody) }
  }

  private static let nobody: UInt32 = 65534

  var path: String { url.path }

  /// The server's log.
  var log: String { (try? String(contentsOf: url.appendingPathComponent("log"), encoding: .utf8)) ?? "" }

  /// Returns the first path that is an executable file.
  static func program(_ paths: String...) -> URL? {
    paths.first { FileManager.default.isExecutableFile(atPath: $0) }.map { URL(fileURLWithPath: $0) }
  }

  /// Starts a server.
  ///
  /// - Parameter signal: the name of the signal that ends the server.
  func start(_ program: URL, _ arguments: [String], endedBy signal: String) throws {
    let process = ChildProcess()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    // The script ends the server when its standard input ends, which is at the latest when this process ends.
    let script = """
      signal=$1; log=$2; shift 2
      "$@" > "$log" 2>&1 &
      server=$!
      cat > /dev/null
      kill -"$signal" $server 2> /dev/null
      wait $server
      """
    process.arguments =
      ["-c", script, "sh", signal, url.appendingPathComponent("log").path, program.path] + arguments
    asOrdinaryUser(process)
    let input = Pipe()
    process.standardInput = input
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    self.process.withLock { $0 = (process, input) }
  }

  /// Waits until a check passes, for at most two minutes.
  func wait(_ isReady: () -> Bool) throws {
    let end = Date().addingTimeInterval(120)
    while !isReady() {
      guard Date() < end else { throw PostgresCluster.Missing(description: "the server did not start: \(log)") }
      usleep(50_000)
    }
  }

  /// Kills the server and all processes in its group.
  func kill() {
    let group = process.withLock { $0?.run.processIdentifier }
    if let group { _ = Foundation.kill(-group, SIGKILL) }
    end()
  }

  /// Ends the server, and waits until it has ended.
  func end() {
    let running = process.withLock { process in
      defer { process = nil }
      return process
    }
    try? running?.input.fileHandleForWriting.close()
    running?.run.waitUntilExit()
  }

  /// Runs a program as the server's user.
  ///
  /// - Returns: the program's output.
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
    guard process.terminationStatus == 0 else {
      throw PostgresCluster.Missing(description: "\(program.lastPathComponent): \(text)")
    }
    return text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// If this process runs as root, changes the command so that it runs as the user nobody.
  private func asOrdinaryUser(_ process: ChildProcess) {
    process.currentDirectoryURL = url
    guard geteuid() == 0 else { return }
    let own = [process.executableURL?.path ?? ""] + process.arguments
    process.executableURL = URL(fileURLWithPath: "/usr/bin/setpriv")
    process.arguments = ["--reuid", "\(Self.nobody)", "--regid", "\(Self.nobody)", "--clear-groups"] + own
  }

  deinit {
    end()
    try? FileManager.default.removeItem(at: url)
  }
}
