import CNCurses

/// The signal handlers that restore the terminal when the process ends, and the pipe that wakes a waiting program.
///
/// Only this file calls the C functions that have state, because each object file has its own copy of that state.
enum TerminalGuard {
  /// Saves the state of the terminal. Must be called before curses changes it.
  ///
  /// - Returns: a file descriptor that becomes readable when something wakes the program; negative if standard input is
  ///   not a terminal.
  static func remember() -> Int32 { cncurses_remember() }

  /// Installs handlers for signals that end or stop the process, or report a new window size.
  static func begin() { cncurses_guard() }

  /// Ensures that the terminal is restored even if this thread's stack overflows.
  static func makeRoom() { cncurses_make_room() }

  /// Restores the previous signal handlers.
  static func end() { cncurses_unguard() }

  /// Restores the terminal at once. May be called on any thread. Does nothing if there is no screen.
  static func restore() { cncurses_restore() }

  /// Holds back output to standard error until the terminal is restored.
  static func keepErrors() { cncurses_keep_errors() }

  /// Returns the held output from an offset on.
  static func errors(from place: Int) -> [UInt8] {
    var (result, bytes) = ([UInt8](), [CChar](repeating: 0, count: 4096))
    while true {
      let count = cncurses_read_errors(&bytes, bytes.count, off_t(place + result.count))
      guard count > 0 else { return result }
      result += bytes.prefix(count).lazy.map { UInt8(bitPattern: $0) }
    }
  }

  /// Adapts the output that is written when the process ends to a new size of the terminal.
  static func sizeChanged() { cncurses_prepare_reset() }

  static func wake() { cncurses_wake() }
  static func takeResized() -> Bool { cncurses_was_resized() != 0 }
  static func takeResumed() -> Bool { cncurses_was_resumed() != 0 }
}
