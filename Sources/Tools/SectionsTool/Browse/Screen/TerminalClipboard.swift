import Foundation

/// The clipboard of the machine on which the terminal runs, even if the tool runs on another one.
enum TerminalClipboard {
  /// The largest number of bytes that every terminal accepts.
  static let limit = 74_000

  /// Sends a text to the terminal's clipboard with the escape sequence OSC 52. The sequence does not move the cursor,
  /// so the screen does not change.
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
