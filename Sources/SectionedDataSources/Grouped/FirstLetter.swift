import Foundation

/// The letter under which a text stands in an index.
@usableFromInline
enum FirstLetter {
  /// The group of a text that begins with no letter.
  private static let none = "#"

  @usableFromInline
  static func of(_ text: String, _ locale: Locale) -> String {
    guard let first = text.first(where: { !$0.isWhitespace }) else { return none }
    // In Turkish an i has a dot as a capital, too.
    if let ascii = first.asciiValue, ascii | 0x20 != UInt8(ascii: "i") {
      return first.isLetter ? String(UnicodeScalar(ascii & ~0x20)) : none
    }
    return letter(of: String(first).decomposedStringWithCompatibilityMapping.unicodeScalars, locale)
  }

  /// - Parameter scalars: those of one character, decomposed.
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

  /// The capital of a letter with which words begin. A script without such capitals has none: those of Georgian stand in
  /// texts that have no other letters, and their words begin with the same letters as others.
  private static func capital(of letter: String, _ locale: Locale) -> String {
    let capital = letter.lowercased(with: locale).capitalized(with: locale).precomposedStringWithCanonicalMapping
    // ß is Ss.
    return capital.first.map { String($0) } ?? letter
  }

  /// Whether two letters are different ones in the locale's alphabet, and not one letter with and without a mark: then one
  /// stands before the other whatever follows.
  private static func areDifferent(_ marked: String, _ plain: String, _ locale: Locale) -> Bool {
    func compare(_ first: String, _ second: String) -> ComparisonResult {
      first.compare(second, options: [], range: nil, locale: locale)
    }
    return compare(marked + "a", plain + "z") == .orderedDescending
      || compare(marked + "z", plain + "a") == .orderedAscending
  }

  /// The letter with which a Hangul syllable begins, as it is written by itself.
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

  /// Whether it belongs to a letter that follows, or to none.
  fileprivate var isModifier: Bool {
    properties.generalCategory == .modifierLetter || properties.generalCategory == .nonspacingMark
  }

  /// Whether it is a mark above or below a letter, as alphabets have them; not a vowel sign, nor a hamza, with which an alef is
  /// an alef still.
  fileprivate var isMark: Bool {
    properties.generalCategory == .nonspacingMark && properties.canonicalCombiningClass.rawValue >= 200
      && !(0x0600...0x08FF).contains(value)
  }
}
