import Foundation

/// The letter under which an index lists a text.
@usableFromInline
enum FirstLetter {
  /// The group of a text that begins with no letter.
  private static let none = "#"

  @usableFromInline
  static func of(_ text: String, _ locale: Locale) -> String {
    guard let first = text.first(where: { !$0.isWhitespace }) else { return none }
    // In Turkish, a capital i has a dot, too.
    if let ascii = first.asciiValue, ascii | 0x20 != UInt8(ascii: "i") {
      return first.isLetter ? String(UnicodeScalar(ascii & ~0x20)) : none
    }
    return letter(of: String(first).decomposedStringWithCompatibilityMapping.unicodeScalars, locale)
  }

  /// - Parameter scalars: the scalars of one character, decomposed.
  private static func letter(of scalars: String.UnicodeScalarView, _ locale: Locale) -> String {
    // ŉ begins with an apostrophe.
    guard
      let index = scalars.firstIndex(where: { !$0.isModifier }) ?? scalars.firstIndex(where: \.isLetter),
      scalars[index].isLetter
    else { return none }
    let base = scalars[index]
    if let initial = initial(ofHangul: base) { return initial }
    let plain = capital(of: String(base), locale)
    let marks = scalars[scalars.index(after: index)...].prefix { $0.isMark }
    for mark in marks {
      let marked = capital(of: (String(base) + String(mark)).precomposedStringWithCanonicalMapping, locale)
      if areDifferent(marked, plain, locale) { return marked }
    }
    return plain
  }

  /// Returns the capital with which words begin. Some scripts have no such capitals: Georgian ones are used only for
  /// words written entirely in capitals, which belong under the same letters as all words.
  private static func capital(of letter: String, _ locale: Locale) -> String {
    let capital = letter.lowercased(with: locale).capitalized(with: locale).precomposedStringWithCanonicalMapping
    // ß is Ss.
    return capital.first.map { String($0) } ?? letter
  }

  /// Whether two letters are different in the locale's alphabet, and not one letter with and without a mark: if so, one
  /// precedes the other whatever follows.
  private static func areDifferent(_ marked: String, _ plain: String, _ locale: Locale) -> Bool {
    func compare(_ first: String, _ second: String) -> ComparisonResult {
      first.compare(second, options: [], range: nil, locale: locale)
    }
    return compare(marked + "a", plain + "z") == .orderedDescending
      || compare(marked + "z", plain + "a") == .orderedAscending
  }

  /// Returns the letter with which a Hangul syllable begins, in its separate form.
  private static func initial(ofHangul scalar: UnicodeScalar) -> String? {
    guard (0x1100...0x1112).contains(scalar.value) else { return nil }
    let letters = Array("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ")
    return String(letters[Int(scalar.value - 0x1100)])
  }
}

extension UnicodeScalar {
  fileprivate var isLetter: Bool {
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .otherLetter, .modifierLetter: true
    default: false
    }
  }

  /// Whether it modifies a following letter, or no letter.
  fileprivate var isModifier: Bool {
    properties.generalCategory == .modifierLetter || properties.generalCategory == .nonspacingMark
  }

  /// Whether it is a mark above or below a letter, as in alphabets; not a vowel sign, nor a hamza, with which an alef
  /// is still an alef.
  fileprivate var isMark: Bool {
    properties.generalCategory == .nonspacingMark && properties.canonicalCombiningClass.rawValue >= 200
      && !(0x0600...0x08FF).contains(value)
  }
}
