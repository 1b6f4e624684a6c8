import CNCurses
import Foundation

/// How a terminal treats input and output.
public struct TerminalModes: Hashable, Sendable {
  private let flags: [UInt32]
  private let characters: [UInt8]

  init(_ modes: termios) {
    flags = [modes.c_iflag, modes.c_oflag, modes.c_cflag, modes.c_lflag]
    characters = withUnsafeBytes(of: modes.c_cc) { Array($0) }
  }

  /// Whether what is typed is shown, and handed on line by line.
  public var isCooked: Bool { flags[3] & UInt32(ECHO) != 0 && flags[3] & UInt32(ICANON) != 0 }
}
