extension String {
  /// The text with every character that a terminal or a reader obeys in place of showing it replaced by its escape, as a
  /// program would write it: ends of lines, controls, marks that turn the direction of writing.
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

  /// Whether no character has to be escaped. Most texts are ASCII, of which only bytes are looked at.
  private var isPrintable: Bool {
    utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7f } || !unicodeScalars.contains(where: \.isObeyed)
  }
}

extension Unicode.Scalar {
  /// Whether a terminal or a reader obeys the character in place of showing it: controls, C1 among them, separators of
  /// lines, marks that turn the direction of writing, and those of annotations.
  package var isObeyed: Bool {
    switch value {
    case 0..<0x20, 0x7f..<0xa0, 0x61c, 0x200e, 0x200f, 0x2028...0x202e, 0x2066...0x206f, 0xfff9...0xfffb: true
    default: false
    }
  }
}
