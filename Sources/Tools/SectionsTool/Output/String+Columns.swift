import CoreData

extension String {
  /// The number of terminal columns that the text takes.
  var columns: Int { reduce(0) { $0 + $1.columns } }

  /// The text with escapes, as in source code, for all characters that move the cursor or change the writing direction.
  /// So a value cannot disturb the list in which it is printed.
  var printable: String { onOneLine }
}

extension Character {
  /// The number of terminal columns that the character takes: 2 for ideographs and emoji, 0 for a lone combining mark.
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
