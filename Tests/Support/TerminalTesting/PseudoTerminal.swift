import CNCurses
import Foundation
import SectionedTerminal

/// A program in a pseudo-terminal, with methods that send keys and read the screen.
///
/// ```swift
/// let terminal = try PseudoTerminal(rows: 24, columns: 80)
/// try terminal.start(program, ["browse", store])
/// #expect(terminal.wait { $0.lines[0].hasPrefix("Books") })
/// terminal.type("q")
/// #expect(terminal.waitForEnd() == .exited(0))
/// ```
///
/// It never sleeps. It waits for output and for the program's end, with a time limit that even a slow machine does not
/// reach.
public final class PseudoTerminal {
  /// How a program ended.
  public enum End: Hashable, Sendable {
    case exited(Int32)
    case signaled(Int32)
  }

  /// An error that says why there is no terminal, or no program in it.
  public struct Failure: Error {
    public let message: String

    public init(message: String) { self.message = message }
  }

  /// The screen that a user sees.
  public private(set) var screen: TerminalModel
  /// The whole output of the program.
  public private(set) var output: [UInt8] = []
  /// The identifier of the process; 0 before ``start(_:_:environment:errors:)``.
  public private(set) var process: pid_t = 0
  /// How the program ended; nil while it runs.
  public private(set) var end: End?

  /// The requests `TIOCSPTLCK` and `TIOCGPTN`.
  private static let (setLock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
  private var master: Int32
  /// The program's side of the terminal. It is open here, too, so that the terminal exists when the program has ended.
  private let slave: Int32
  private let path: String
  /// A pipe whose other end the program inherits, so that reading it reaches its end when the program has ended.
  private var life: Int32 = -1

  /// Makes a terminal.
  public init(rows: Int, columns: Int) throws {
    screen = TerminalModel(TerminalSize(rows: rows, columns: columns))
    // The C functions for this are behind a feature macro that Swift's import does not set.
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var (locked, number): (Int32, Int32) = (0, 0)
    guard master >= 0, ioctl(master, Self.setLock, &locked) == 0, ioctl(master, Self.getNumber, &number) == 0 else {
      throw Failure(message: "There is no pseudo-terminal: \(String(cString: strerror(errno))).")
    }
    path = "/dev/pts/\(number)"
    slave = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard slave >= 0 else { throw Failure(message: "\(path) cannot be opened.") }
    setSize(screen.size)
  }

  deinit {
    if process > 0, end == nil {
      kill(process, SIGKILL)
      var status: Int32 = 0
      waitpid(process, &status, 0)
    }
    for file in [master, slave, life] where file >= 0 { close(file) }
  }

  /// Starts a program with this terminal as its controlling terminal.
  ///
  /// - Parameters:
  ///   - program: the path of an executable.
  ///   - arguments: the arguments without the program's name.
  ///   - environment: variables in addition to those of this process. Without a value for `TERM`, it is
  ///     `xterm-256color`.
  ///   - errors: a file for the program's standard error; nil for the terminal.
  public func start(
    _ program: String, _ arguments: [String] = [], environment: [String: String] = [:], errors: String? = nil
  ) throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw Failure(message: "There is no pipe.") }
    for file in ends { _ = fcntl(file, F_SETFD, FD_CLOEXEC) }
    life = ends[0]
    defer { close(ends[1]) }

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // The first process of a session gets the first terminal that it opens as its controlling terminal.
    posix_spawn_file_actions_addopen(&actions, 0, path, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    if let errors {
      posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    } else {
      posix_spawn_file_actions_adddup2(&actions, 0, 2)
    }
    posix_spawn_file_actions_adddup2(&actions, ends[1], 9)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    let newSession: Int16 = 0x80
    posix_spawnattr_setflags(&attributes, newSession | Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK))

    var variables = ProcessInfo.processInfo.environment
    for name in ["NO_COLOR", "LINES", "COLUMNS", "LC_ALL", "LC_CTYPE", "LANG"] { variables[name] = nil }
    variables["TERM"] = "xterm-256color"
    variables.merge(environment) { $1 }
    var argv = ([program] + arguments).map { strdup($0) } + [nil]
    var envp = variables.map { strdup("\($0)=\($1)") } + [nil]
    defer { for string in argv + envp { free(string) } }
    let error = posix_spawn(&process, program, &actions, &attributes, &argv, &envp)
    guard error == 0 else {
      process = 0
      throw Failure(message: "\(program) cannot be started: \(String(cString: strerror(error))).")
    }
  }

  // MARK: What a person does

  /// Types text, or the bytes of keys.
  public func type(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
  }

  /// Types a key.
  public func type(_ key: TerminalKeyBytes) { type(key.bytes(applicationKeys: screen.hasApplicationKeys)) }

  /// Pastes text. It has marks around it if the program has requested them. A line break is Enter.
  public func paste(_ text: String) {
    let (begin, end) = screen.marksPastes ? ("\u{1B}[200~", "\u{1B}[201~") : ("", "")
    type(begin + String(text.map { $0 == "\n" ? "\r" : $0 }) + end)
  }

  /// Changes the size of the window, and notifies the program.
  public func resize(rows: Int, columns: Int) {
    // Earlier output is for the old size, so it is read first.
    drain()
    screen.resize(TerminalSize(rows: rows, columns: columns))
    setSize(screen.size)
  }

  private func setSize(_ size: TerminalSize) {
    var window = winsize()
    (window.ws_row, window.ws_col) = (UInt16(clamping: size.rows), UInt16(clamping: size.columns))
    _ = ioctl(master, UInt(TIOCSWINSZ), &window)
  }

  /// Sends a signal to the program.
  public func signal(_ number: Int32) { if process > 0, end == nil { kill(process, number) } }

  /// The modes of input and output, as `stty` shows them.
  public var modes: TerminalModes {
    var modes = termios()
    tcgetattr(slave, &modes)
    return TerminalModes(modes)
  }

  // MARK: Waiting

  /// Waits until the screen meets a condition.
  ///
  /// - Returns: whether it does; false if the program has ended before, or no output came within the time limit.
  public func wait(_ condition: (TerminalModel) -> Bool) -> Bool {
    while true {
      drain()
      if condition(screen) { return true }
      guard end == nil, waitForOutput() else { return false }
      if end != nil {
        drain()
        return condition(screen)
      }
    }
  }

  /// Waits until the program has ended, and reads its remaining output.
  ///
  /// - Returns: how the program ended; nil if it has not ended within the time limit.
  public func waitForEnd() -> End? {
    while end == nil { guard waitForOutput() else { return nil } }
    drain()
    return end
  }

  private static let patience: Int32 = 300_000

  /// Waits for output, or for the program's end.
  private func waitForOutput() -> Bool {
    var files = [
      pollfd(fd: master, events: Int16(POLLIN), revents: 0), pollfd(fd: life, events: Int16(POLLIN), revents: 0),
    ]
    guard poll(&files, 2, Self.patience) > 0 else { return false }
    if files[0].revents != 0 { drain() }
    if files[1].revents != 0 {
      var status: Int32 = 0
      guard waitpid(process, &status, 0) == process else { return false }
      end = status & 0x7F == 0 ? .exited((status >> 8) & 0xFF) : .signaled(status & 0x7F)
    }
    return true
  }

  /// Reads the available output.
  private func drain() {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    while true {
      var file = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
      guard poll(&file, 1, 0) > 0, file.revents & Int16(POLLIN) != 0 else { return }
      let count = read(master, &bytes, bytes.count)
      guard count > 0 else { return }
      output += bytes[..<count]
      screen.write(bytes[..<count])
    }
  }

  /// Closes the terminal, as if its window were closed.
  public func hangUp() {
    close(master)
    master = -1
  }
}
