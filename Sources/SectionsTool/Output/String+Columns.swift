extension String {
  /// The columns that a terminal takes to show the text.
  var columns: Int { reduce(0) { $0 + $1.columns } }

  /// The text with every character that would move the cursor or turn the writing round replaced by its escape, as a
  /// program would write it: a value must not spoil the list that it stands in.
  var printable: String {
    guard unicodeScalars.contains(where: \.isControl) else { return self }
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where scalar.isControl: text += "\\u{\(String(scalar.value, radix: 16))}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

extension Character {
  /// The columns that a terminal takes to show the character: 2 for ideographs and emoji, 0 for a mark alone.
  var columns: Int {
    guard let first = unicodeScalars.first else { return 0 }
    if first.isASCII { return 1 }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    if first.properties.isEmojiPresentation || unicodeScalars.contains("\u{fe0f}") { return 2 }
    switch first.value {
    case 0x1100...0x115f, 0x2e80...0x303e, 0x3041...0xa4cf, 0xac00...0xd7a3, 0xf900...0xfaff, 0xfe30...0xfe6f,
      0xff00...0xff60, 0xffe0...0xffe6, 0x20000...0x3fffd:
      return 2
    default: return 1
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isControl: Bool {
    switch value {
    case 0..<0x20, 0x7f..<0xa0, 0x2028, 0x2029, 0x202a...0x202e, 0x2066...0x2069: true
    default: false
    }
  }
}
