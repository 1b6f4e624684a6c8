/// The way in which an index lists Chinese characters: by pinyin readings or by stroke counts.
enum HanLetters: Sendable {
  case pinyin, strokes

  /// The characters from U+4E00 to U+9FFF, which include nearly all characters in use.
  static let range: ClosedRange<UInt32> = 0x4E00...0x9FFF

  /// Makes the way for a language code; nil if the language does not list Chinese characters.
  init?(code: String) {
    switch code {
    case "zh": self = .pinyin
    case "zh_Hant": self = .strokes
    default: return nil
    }
  }

  /// Names whose first character has another reading than alone, by their first two characters, from the pinyin
  /// collation.
  private static let names: [UnicodeScalar: [UnicodeScalar: String]] = [
    "沈": ["阳": "S"], "秘": ["鲁": "B"], "藏": ["文": "Z", "语": "Z"], "重": ["庆": "C"],
  ]

  /// Returns the letter under which a text is listed.
  ///
  /// - Parameters:
  ///   - scalar: the first character of the text, which must be in ``range``.
  ///   - next: the second character of the text.
  func letter(of scalar: UnicodeScalar, before next: UnicodeScalar?) -> String {
    let index = Int(scalar.value - Self.range.lowerBound)
    switch self {
    case .pinyin:
      if let next, let letter = Self.names[scalar]?[next] { return letter }
      return String(UnicodeScalar(Self.pinyinLetters[index]))
    case .strokes: return "\(Self.strokeCounts[index] - 0x30)劃"
    }
  }
}
