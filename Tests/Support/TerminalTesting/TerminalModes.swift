import CNCurses
import Foundation

/// The modes of a terminal's input and output.
public struct TerminalModes: Hashable, Sendable {
  private let flags: [UInt32]
  private let characters: [UInt8]

  init(_ modes: termios) {
    flags = [modes.c_iflag, modes.c_oflag, modes.c_cflag, modes.c_lflag]
    characters = withUnsafeBytes(of: modes.c_cc) { Array($0) }
  }

  /// Whether input is echoed, and passed to programs in lines.
  public var isCooked: Bool { flags[3] & UInt32(ECHO) != 0 && flags[3] & UInt32(ICANON) != 0 }
}
