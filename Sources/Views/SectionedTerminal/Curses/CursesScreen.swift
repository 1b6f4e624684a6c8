import CNCurses
import Foundation

/// The terminal of this process, driven by `ncursesw`.
///
/// Making an instance enters the alternate screen. The terminal is restored by ``end()`` and when the process ends: by
/// `exit`, by a signal (Ctrl-C, `SIGTERM`, `SIGHUP`), or by a trap. After Ctrl-Z the shell has the terminal until the
/// process continues.
@MainActor
public final class CursesScreen: TerminalScreen {
  /// The reason why no screen can be made.
  public enum Failure: Error, Hashable, Sendable {
    /// Standard input or output is not a terminal.
    case notATerminal
    /// The system does not know this kind of terminal (`TERM`), or the terminal cannot move its cursor.
    case unknownTerminal(String)
    /// The process already has a screen.
    case inUse
  }

  private static var isInUse = false

  public private(set) var hasColors = false
  public var cursor: TerminalPoint?

  var styles = CursesStyles()
  var lastClick: (point: TerminalPoint, time: ContinuousClock.Instant)?
  /// Mouse keys that curses reported together and that wait to be returned.
  var mouseKeys: [TerminalKey] = []
  /// Scans the input for pastes, and holds the received part of one.
  var pastes = PasteScanner()
  /// The number of bytes of standard error that ``takeLastError()`` has read.
  var seenErrors = 0
  private(set) var isEnded = false
  private let screen: OpaquePointer
  private let wakes: Int32
  private let waiting = DispatchQueue(label: "SectionedTerminal.wait")

  /// Makes a screen, which takes over the terminal.
  ///
  /// - Parameter colors: whether colours are used. If it is nil, they are used if the terminal has colours and the
  ///   environment does not set `NO_COLOR`.
  /// - Throws: ``Failure``. The terminal is then unchanged.
  public init(colors: Bool? = nil) throws {
    guard !Self.isInUse else { throw Failure.inUse }
    guard isatty(STDIN_FILENO) != 0, isatty(STDOUT_FILENO) != 0 else { throw Failure.notATerminal }
    let environment = ProcessInfo.processInfo.environment
    let kind = environment["TERM"] ?? ""
    guard cncurses_knows_terminal(kind) != 0 else { throw Failure.unknownTerminal(kind) }
    Self.speakUnicode()
    wakes = TerminalGuard.remember()
    guard wakes >= 0 else { throw Failure.unknownTerminal(kind) }
    guard let screen = cncurses_new_screen() else {
      TerminalGuard.end()
      throw Failure.unknownTerminal(kind)
    }
    self.screen = screen
    TerminalGuard.begin()
    Self.isInUse = true
    cbreak()
    noecho()
    nonl()
    // The time in milliseconds after which an escape character counts as the escape key.
    set_escdelay(25)
    keypad(window, true)
    nodelay(window, true)
    cncurses_want_mouse()
    define_key(PasteScanner.begin, PasteScanner.beginCode)
    define_key(PasteScanner.end, PasteScanner.endCode)
    cncurses_want_pastes(1)
    let isWanted = colors ?? (environment["NO_COLOR"] ?? "").isEmpty
    if isWanted, has_colors() {
      start_color()
      use_default_colors()
      hasColors = true
    }
  }

  /// Sets the encoding to UTF-8 if the environment names none.
  private static func speakUnicode() {
    setlocale(LC_CTYPE, "")
    let codeset = nl_langinfo(Int32(CODESET)).map { String(cString: $0) }
    if codeset == "ANSI_X3.4-1968" { setlocale(LC_CTYPE, "C.UTF-8") }
  }

  /// Leaves the alternate screen. Later drawing has no effect. A second call does nothing.
  public func end() {
    guard let window else { return }
    // On a terminal without an alternate screen, later output begins in the last line, so clear it.
    wmove(window, Int32(size.rows - 1), 0)
    wclrtoeol(window)
    wrefresh(window)
    isEnded = true
    cncurses_want_pastes(0)
    endwin()
    TerminalGuard.end()
    delscreen(screen)
    Self.isInUse = false
  }

  /// Restores the terminal to its state before the screen was made. Does nothing if there is no screen.
  ///
  /// For programs that end without ``end()``, for example by `_exit` after a signal. May be called on any thread. Do
  /// not draw after this call.
  public nonisolated static func restoreTerminal() { TerminalGuard.restore() }

  var window: UnsafeMutablePointer<WINDOW>? { isEnded ? nil : cncurses_window() }

  public var size: TerminalSize {
    isEnded
      ? TerminalSize(rows: 0, columns: 0) : TerminalSize(rows: Int(cncurses_rows()), columns: Int(cncurses_columns()))
  }

  public func clear() {
    guard let window else { return }
    TerminalGuard.makeRoom()
    werase(window)
  }

  public func draw(_ text: String, _ style: TerminalStyle, at point: TerminalPoint) {
    guard let window, point.row >= 0, point.row < size.rows else { return }
    if text.isPrintableASCII {
      let bytes = text.utf8.clipped(at: point.column, to: 0..<size.columns).map { CChar(bitPattern: $0) }
      guard !bytes.isEmpty else { return }
      let (attributes, pair) = styles.attributes(of: style, hasColors: hasColors)
      let column = Int32(max(0, point.column))
      return cncurses_draw_ascii(window, Int32(point.row), column, bytes, Int32(bytes.count), attributes, pair)
    }
    let (column, cells) = TextCell.clipped(text, at: point.column, to: 0..<size.columns)
    guard !cells.isEmpty else { return }
    let (attributes, pair) = styles.attributes(of: style, hasColors: hasColors)
    let drawn = cells.map { cell -> cchar_t in
      var result = cchar_t()
      let scalars = cell.text.unicodeScalars.map { wchar_t(bitPattern: $0.value) } + [0]
      setcchar(&result, scalars, attributes, pair, nil)
      return result
    }
    mvwadd_wchnstr(window, Int32(point.row), Int32(column), drawn, Int32(drawn.count))
  }

  public func flush() {
    guard let window else { return }
    let isVisible = cursor.map { $0.row >= 0 && $0.row < size.rows && $0.column >= 0 && $0.column < size.columns }
    curs_set(isVisible == true ? 1 : 0)
    if let cursor, isVisible == true { wmove(window, Int32(cursor.row), Int32(cursor.column)) }
    wrefresh(window)
  }

  public func wait(upTo milliseconds: Int?) async {
    guard !isEnded, mouseKeys.isEmpty else { return }
    let (wakes, limit) = (wakes, milliseconds.map { Int32(clamping: max(0, $0)) } ?? -1)
    await withCheckedContinuation { continuation in
      // Signal handlers write to the pipe, which ends the wait.
      waiting.async {
        var files = [
          pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
          pollfd(fd: wakes, events: Int16(POLLIN), revents: 0),
        ]
        poll(&files, 2, limit)
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(wakes, &bytes, bytes.count) > 0 {}
        continuation.resume()
      }
    }
  }

  public func wake() { if !isEnded { TerminalGuard.wake() } }
}

extension CursesScreen {
  /// Holds back what this process writes to standard error, if that is a terminal, so that library logs do not
  /// overwrite the screen. The held output is written when the terminal is restored, however the process ends.
  package func keepErrors() { if !isEnded { TerminalGuard.keepErrors() } }

  /// Returns the last whole held line since the previous call; nil if there is none.
  package func takeLastError() -> String? {
    guard !isEnded else { return nil }
    let bytes = TerminalGuard.errors(from: seenErrors)
    // An incomplete line is read by a later call.
    guard let end = bytes.lastIndex(of: UInt8(ascii: "\n")) else { return nil }
    seenErrors += end + 1
    return bytes[..<end].split(separator: UInt8(ascii: "\n")).last.map { String(decoding: $0, as: UTF8.self) }
  }
}
