import Foundation
import Synchronization

/// A program in a process of its own. Its interface is that part of Foundation's `Process` that the tests use.
///
/// Foundation's `run()` lists the open files of this process, and reads beyond the end of the list if there are more
/// than a thousand. Here, a thread of its own waits for each process, so that no zombie remains for long: the monitor
/// of Swift Testing's exit tests finds a zombie again and again, and uses a whole core.
public final class ChildProcess: Sendable {
  /// The way in which a process ended.
  public enum TerminationReason: Sendable {
    case exit, uncaughtSignal
  }

  /// An error that says why a program could not be started.
  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  private struct Setting: Sendable {
    var executableURL: URL?
    var arguments: [String] = []
    var environment: [String: String]?
    var currentDirectoryURL: URL?
    var streams: [(any ChildStream)?] = [nil, nil, nil]
    var process: pid_t = 0
  }

  private let setting = Mutex(Setting())
  private let end = ProcessEnd()

  public init() {}

  public var executableURL: URL? {
    get { setting.withLock { $0.executableURL } }
    set { setting.withLock { $0.executableURL = newValue } }
  }

  public var arguments: [String] {
    get { setting.withLock { $0.arguments } }
    set { setting.withLock { $0.arguments = newValue } }
  }

  /// The variables of the process; nil for those of this process.
  public var environment: [String: String]? {
    get { setting.withLock { $0.environment } }
    set { setting.withLock { $0.environment = newValue } }
  }

  public var currentDirectoryURL: URL? {
    get { setting.withLock { $0.currentDirectoryURL } }
    set { setting.withLock { $0.currentDirectoryURL = newValue } }
  }

  public var standardInput: (any ChildStream)? {
    get { setting.withLock { $0.streams[0] } }
    set { setting.withLock { $0.streams[0] = newValue } }
  }

  public var standardOutput: (any ChildStream)? {
    get { setting.withLock { $0.streams[1] } }
    set { setting.withLock { $0.streams[1] = newValue } }
  }

  public var standardError: (any ChildStream)? {
    get { setting.withLock { $0.streams[2] } }
    set { setting.withLock { $0.streams[2] = newValue } }
  }

  public var processIdentifier: pid_t { setting.withLock { $0.process } }

  /// Starts the program, and closes its ends of the pipes in this process.
  public func run() throws {
    let setting = setting.withLock { $0 }
    let process = try Spawning.start(
      program: setting.executableURL?.path ?? "", arguments: setting.arguments,
      environment: setting.environment ?? ProcessInfo.processInfo.environment,
      folder: setting.currentDirectoryURL?.path, streams: setting.streams)
    self.setting.withLock { $0.process = process }
    Thread.detachNewThread { [end] in
      var status: Int32 = 0
      while waitpid(process, &status, 0) < 0, errno == EINTR {}
      end.set(status)
    }
  }

  public var isRunning: Bool { processIdentifier > 0 && end.status == nil }

  public func waitUntilExit() { _ = end.wait() }

  /// The exit code or the signal number of a process that has ended.
  public var terminationStatus: Int32 {
    guard let status = end.status else { fatalError("The process has not ended: call waitUntilExit() first.") }
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : status & 0x7F
  }

  public var terminationReason: TerminationReason {
    guard let status = end.status else { fatalError("The process has not ended: call waitUntilExit() first.") }
    return status & 0x7F == 0 ? .exit : .uncaughtSignal
  }

  public func terminate() { send(SIGTERM) }

  public func interrupt() { send(SIGINT) }

  private func send(_ signal: Int32) {
    if isRunning { kill(processIdentifier, signal) }
  }
}
