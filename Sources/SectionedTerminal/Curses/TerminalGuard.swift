import CNCurses

/// What puts the terminal back when the process ends, and what wakes a program that waits.
///
/// The C functions with a state are called in this file only: each object file has a state of its own.
enum TerminalGuard {
  /// Remembers how the terminal is. To be called before curses changes it.
  ///
  /// - Returns: a file descriptor that can be read when something has woken the program; negative where input is no
  ///   terminal.
  static func remember() -> Int32 { cncurses_remember() }

  /// Catches the signals that end the process, stop it, or say that the window has another size.
  static func begin() { cncurses_guard() }

  /// Sees to it that the terminal is put back also where this thread's stack overflows.
  static func makeRoom() { cncurses_make_room() }

  /// Leaves the signals as they were.
  static func end() { cncurses_unguard() }

  /// Puts the terminal back at once, from any thread. Does nothing where there is no screen.
  static func restore() { cncurses_restore() }

  /// Keeps what is written to standard error until the terminal is put back.
  static func keepErrors() { cncurses_keep_errors() }

  /// What was kept from a place on.
  static func errors(from place: Int) -> [UInt8] {
    var (result, bytes) = ([UInt8](), [CChar](repeating: 0, count: 4096))
    while true {
      let count = cncurses_read_errors(&bytes, bytes.count, off_t(place + result.count))
      guard count > 0 else { return result }
      result += bytes.prefix(count).lazy.map { UInt8(bitPattern: $0) }
    }
  }

  /// Prepares what is written when the process ends for another size.
  static func sizeChanged() { cncurses_prepare_reset() }

  static func wake() { cncurses_wake() }
  static func takeResized() -> Bool { cncurses_was_resized() != 0 }
  static func takeResumed() -> Bool { cncurses_was_resumed() != 0 }
}
