import Foundation

/// The clipboard of the terminal's own machine, also where the tool runs on another one.
enum TerminalClipboard {
  /// The greatest number of bytes that a terminal is sure to take.
  static let limit = 74_000

  /// Hands a text to the terminal (OSC 52). It moves no cursor, so that the screen stays as it is.
  static func copy(_ text: String) {
    var rest = sequence(of: text)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  static func sequence(of text: String) -> [UInt8] {
    Array("\u{1b}]52;c;\(Data(text.utf8).base64EncodedString())\u{7}".utf8)
  }
}
