import CNCurses

/// The signal handlers that restore the terminal when the process ends, and the pipe that wakes a waiting program.
///
/// The C functions that have state are called in this file only, because each object file has its own state.
enum TerminalGuard {
  /// Saves the state of the terminal. To be called before curses changes it.
  ///
  /// - Returns: a file descriptor that can be read when something has woken the program; negative where input is no
  ///   terminal.
  static func remember() -> Int32 { cncurses_remember() }

  /// Catches the signals that end or stop the process, or report another size of the window.
  static func begin() { cncurses_guard() }

  /// Has the terminal restored even if this thread's stack overflows.
  static func makeRoom() { cncurses_make_room() }

  /// Restores the handling of the signals.
  static func end() { cncurses_unguard() }

  /// Restores the terminal at once, from any thread. Does nothing where there is no screen.
  static func restore() { cncurses_restore() }

  /// Keeps output to standard error until the terminal is restored.
  static func keepErrors() { cncurses_keep_errors() }

  /// Returns the kept output from an offset on.
  static func errors(from place: Int) -> [UInt8] {
    var (result, bytes) = ([UInt8](), [CChar](repeating: 0, count: 4096))
    while true {
      let count = cncurses_read_errors(&bytes, bytes.count, off_t(place + result.count))
      guard count > 0 else { return result }
      result += bytes.prefix(count).lazy.map { UInt8(bitPattern: $0) }
    }
  }

  /// Prepares for another size the output that is written when the process ends.
  static func sizeChanged() { cncurses_prepare_reset() }

  static func wake() { cncurses_wake() }
  static func takeResized() -> Bool { cncurses_was_resized() != 0 }
  static func takeResumed() -> Bool { cncurses_was_resumed() != 0 }
}
