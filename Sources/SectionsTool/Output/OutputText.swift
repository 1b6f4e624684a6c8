import CoreData

/// The last check of text that the tool writes.
enum OutputText {
  /// Whether the bytes may have characters that a terminal obeys, other than ends of lines.
  ///
  /// Only the first byte of a character beyond ASCII is checked: few scripts have these bytes, and `escaped` checks
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

  /// The text with escapes for everything that a terminal obeys.
  ///
  /// - Parameter terminal: keeps its colours, if it shows some.
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
