/// The way in which an index lists Chinese characters: by readings, or by numbers of strokes.
enum HanLetters: Sendable {
  case pinyin, strokes

  /// The characters from U+4E00 to U+9FFF, which are nearly all that are in use.
  static let range: ClosedRange<UInt32> = 0x4E00...0x9FFF

  /// The way of listing of a language.
  init?(code: String) {
    switch code {
    case "zh": self = .pinyin
    case "zh_Hant": self = .strokes
    default: return nil
    }
  }

  /// Names whose first character is read in another way than alone, in the collation by Pinyin.
  private static let names: [UnicodeScalar: [UnicodeScalar: String]] = [
    "沈": ["阳": "S"], "秘": ["鲁": "B"], "藏": ["文": "Z", "语": "Z"], "重": ["庆": "C"],
  ]

  /// Returns the letter of a text.
  ///
  /// - Parameters:
  ///   - scalar: its first character, which is of the range.
  ///   - next: the one after it.
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
