extension String {
  /// The text with escapes, as in Swift source, for characters that a terminal or text view would interpret instead of
  /// showing: line breaks, control characters and bidirectional formatting characters.
  package var onOneLine: String {
    guard !isPrintable else { return self }
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where scalar.isObeyed: text += "\\u{\(String(scalar.value, radix: 16))}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// Whether no character must be escaped. For ASCII, which is usual, it is enough to check the bytes.
  private var isPrintable: Bool {
    utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7f } || !unicodeScalars.contains(where: \.isObeyed)
  }
}

extension Unicode.Scalar {
  /// Whether a terminal or text view interprets the character instead of showing it: control characters including C1,
  /// line separators, and characters for text direction and annotations.
  package var isObeyed: Bool {
    switch value {
    case 0..<0x20, 0x7f..<0xa0, 0x61c, 0x200e, 0x200f, 0x2028...0x202e, 0x2066...0x206f, 0xfff9...0xfffb: true
    default: false
    }
  }
}
