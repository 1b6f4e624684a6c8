import Foundation
import ProcessTesting
import Synchronization

/// A temporary folder with a server of the tests' own: run by an ordinary user, and ended with this process, whatever
/// becomes of that.
final class ServerFolder: Sendable {
  let url: URL
  private let process = Mutex<(run: ChildProcess, input: Pipe)?>(nil)

  /// - Parameter name: that the folder's name begins with.
  init(_ name: String) throws {
    // The path of a socket has a hundred bytes at most.
    let name = "\(name)-\(ProcessInfo.processInfo.processIdentifier)-\(UInt32.random(in: 0 ... .max))"
    url = URL(fileURLWithPath: "/tmp").appendingPathComponent(name)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    // The programs refuse to run as root.
    if geteuid() == 0 { chown(url.path, Self.nobody, Self.nobody) }
  }

  private static let nobody: UInt32 = 65534

  var path: String { url.path }

  /// What the server wrote.
  var log: String { (try? String(contentsOf: url.appendingPathComponent("log"), encoding: .utf8)) ?? "" }

  /// The first of some files that is a program.
  static func program(_ paths: String...) -> URL? {
    paths.first { FileManager.default.isExecutableFile(atPath: $0) }.map { URL(fileURLWithPath: $0) }
  }

  /// Starts a server.
  ///
  /// - Parameter signal: the name of the signal that ends it.
  func start(_ program: URL, _ arguments: [String], endedBy signal: String) throws {
    let process = ChildProcess()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    // The server ends when its input does: with the process that has made it.
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

  /// Waits until a check passes, two minutes at most.
  func wait(_ isReady: () -> Bool) throws {
    let end = Date().addingTimeInterval(120)
    while !isReady() {
      guard Date() < end else { throw PostgresCluster.Missing(description: "the server did not start: \(log)") }
      usleep(50_000)
    }
  }

  /// Kills the server with all that it runs in its group.
  func kill() {
    let group = process.withLock { $0?.run.processIdentifier }
    if let group { _ = Foundation.kill(-group, SIGKILL) }
    end()
  }

  /// Ends the server, and waits for that.
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
  /// - Returns: what it wrote.
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

  /// Root becomes nobody for the server's programs.
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
