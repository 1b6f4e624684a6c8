import CoreData

/// Escapes the text that the tool writes, as a last safeguard for the terminal.
enum OutputText {
  /// Whether bytes may contain control characters other than newlines.
  ///
  /// For characters beyond ASCII it checks only the first byte. Few scripts use these bytes, and `escaped` checks
  /// exactly.
  static func mayBeObeyed(_ bytes: some Sequence<UInt8>) -> Bool {
    bytes.contains { byte in
      switch byte {
      case UInt8(ascii: "\n"): false
      case 0..<0x20, 0x7f, 0xc2, 0xd8, 0xe2, 0xef: true
      default: false
      }
    }
  }

  /// Returns a text in which control characters are escaped.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - terminal: if it uses colors, their escape sequences are kept.
  static func escaped(_ text: some StringProtocol, keeping terminal: Terminal) -> String {
    var escaped = ""
    var rest = String(text).unicodeScalars[...]
    while let scalar = rest.first {
      if scalar == "\u{1b}", terminal.usesColour, let style = Terminal.sequences.first(where: { rest.starts(with: $0) })
      {
        escaped.unicodeScalars.append(contentsOf: style)
        rest = rest.dropFirst(style.count)
        continue
      }
      if scalar.isObeyed, scalar != "\n" {
        escaped += String(scalar).onOneLine
      } else {
        escaped.unicodeScalars.append(scalar)
      }
      rest = rest.dropFirst()
    }
    return escaped
  }
}
