import Foundation
import SectionedTesting
import Testing

@testable import SectionedFetchedResults

/// The random texts consist of letters of all languages, in all forms, and of other characters.
@Suite("What holds of the letter of every text")
struct LetterLawTests {
  /// Languages whose alphabetical order the collation of every platform has.
  private static let languages = [
    "en", "de", "sv", "fi", "da", "nb", "is", "fr", "es", "pl", "cs", "sk", "hu", "ro", "hr", "sl", "sq", "tr", "az",
    "vi",
    "cy", "lt", "et", "ru", "uk", "be", "bg", "sr", "mk", "kk", "el", "he", "hi", "bn", "ta", "te", "ka", "hy", "am",
    "ko",
    "ja", "zh",
  ]

  private static func index(_ code: String) -> LetterIndex { LetterIndex(Locale(identifier: code)) }

  private static let everyLetter = Array(
    Set(Alphabet.codes.flatMap { index($0).languageLetters }).filter { !$0.hasSuffix("劃") }.sorted())
  /// Further texts: letters with other forms or cases, letters of several characters, and characters that are no
  /// letters.
  private static let odd = [
    "ß", "ẞ", "ﬁ", "Ａ", "ｶﾞ", "각", "Ǻ", "Ấ", "Ậ", "ŉ", "ǆ", "ς", "İ", "ı", "Ა", "أ", "ﻻ", "क़", "ជា", "เก", "北", "重",
    "e\u{301}", "o\u{31B}\u{323}", "①", "7", "-", "ヴ",
  ]

  private static func text(_ random: inout SeededRandom) -> String {
    var text = random.oneIn(8) ? [" ", "\u{200F}", "ʼ"][random.below(3)] : ""
    for _ in 0..<(1 + random.below(4)) {
      let letter = random.oneIn(4) ? random.one(of: odd) : random.one(of: everyLetter)
      text += random.oneIn(2) ? letter : letter.lowercased()
      if random.oneIn(6) { text.unicodeScalars.append(["\u{301}", "\u{308}", "\u{323}"][random.below(3)]) }
    }
    return text
  }

  @Test("Every text has one letter, of those that the index has", arguments: TestSeeds.seeds(8))
  func total(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let indices = Alphabet.codes.map(Self.index) + [LetterIndex(Locale(identifier: "th"), scripts: .latin)]
    for _ in 0..<TestSeeds.rounds(4000) {
      let index = random.one(of: indices)
      var text = ""
      for _ in 0..<random.below(5) {
        let bound: UInt32 = random.oneIn(2) ? 0x3100 : 0x1FFFF
        if let scalar = UnicodeScalar(UInt32(random.below(Int(bound)))) { text.unicodeScalars.append(scalar) }
      }
      let letter = index.letter(for: text)
      #expect(index.position(of: letter) != nil, "\(text.unicodeScalars.map(\.value)), SECTIONS_SEED=\(seed)")
    }
  }

  @Test("Case and Unicode form do not matter", arguments: TestSeeds.seeds(8))
  func forms(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<TestSeeds.rounds(2000) {
      let code = random.one(of: Alphabet.codes)
      let (index, locale) = (Self.index(code), Locale(identifier: code))
      let text = Self.text(&random)
      let letter = index.letter(for: text)
      let comment: Comment = "\(code): \(text), \(text.unicodeScalars.map(\.value)), SECTIONS_SEED=\(seed)"
      #expect(index.letter(for: text.decomposedStringWithCanonicalMapping) == letter, comment)
      #expect(index.letter(for: text.precomposedStringWithCanonicalMapping) == letter, comment)
      #expect(index.letter(for: text.decomposedStringWithCompatibilityMapping) == letter, comment)
      #expect(index.letter(for: text.precomposedStringWithCompatibilityMapping) == letter, comment)
      // The text is decomposed first. Otherwise the small letter of a Turkish I with a mark would have a dot.
      let capitals = text.decomposedStringWithCanonicalMapping.uppercased(with: locale)
      #expect(index.letter(for: capitals) == letter, comment)
      #expect(index.letter(for: capitals.lowercased(with: locale)) == letter, comment)
    }
  }

  @Test("What follows the first letters does not matter", arguments: TestSeeds.seeds(8))
  func beginnings(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<TestSeeds.rounds(2000) {
      let index = Self.index(random.one(of: Alphabet.codes))
      let text = Self.text(&random) + "·"
      #expect(index.letter(for: text + Self.text(&random)) == index.letter(for: text), "\(text), SECTIONS_SEED=\(seed)")
    }
  }

  /// Compares as `localizedStandardCompare` does, but in a given language.
  private static func compare(_ first: String, _ second: String, _ locale: Locale) -> ComparisonResult {
    first.compare(
      second, options: [.caseInsensitive, .numeric, .widthInsensitive, .forcedOrdering], range: nil, locale: locale)
  }

  @Test("The letters are in the order of the language's collation", arguments: languages)
  func lettersAreInOrder(code: String) {
    let (index, locale) = (Self.index(code), Locale(identifier: code))
    for (letter, next) in zip(index.languageLetters, index.languageLetters.dropFirst()) {
      #expect(Self.compare(letter, next, locale) == .orderedAscending, "\(code): \(letter) before \(next)")
      #expect(index.precedes(letter, next) && !index.precedes(next, letter))
    }
  }

  /// Returns a random word of a language's letters. Chinese words consist of characters, and Korean words of syllables.
  private static func word(_ letters: [String], _ code: String, _ random: inout SeededRandom) -> String {
    (0..<(2 + random.below(3))).map { place in
      switch code {
      case "zh": return String(UnicodeScalar(UInt32(0x4E00 + random.below(0x51A5))).map(Character.init) ?? "一")
      case "ko": return String(UnicodeScalar(UInt32(0xAC00 + random.below(11_172))).map(Character.init) ?? "가")
      default:
        let letter = random.one(of: letters)
        return place == 0 && random.oneIn(2) ? letter : letter.lowercased(with: Locale(identifier: code))
      }
    }.joined()
  }

  /// The platform agrees on a word if its collation puts the word behind the word's letter and before the next letter.
  @Test("A list in the language's order has each letter in one place, where the platform agrees", arguments: languages)
  func sortedListsHaveOneSectionOfEachLetter(code: String) {
    let (index, locale, seed) = (Self.index(code), Locale(identifier: code), TestSeeds.seeds(64)[0])
    var random = SeededRandom(seed: seed)
    let letters = index.languageLetters
    let words = (0..<400).map { _ in Self.word(letters, code, &random) }
    let agreed = words.filter { word in
      guard let place = letters.firstIndex(of: index.letter(for: word)) else { return false }
      // The Chinese letters are Latin ones, whose places in the collation say nothing about Chinese characters.
      if code == "zh" { return true }
      let isBehind = Self.compare(letters[place].lowercased(with: locale), word, locale) != .orderedDescending
      guard isBehind, place + 1 < letters.count else { return isBehind }
      return Self.compare(word, letters[place + 1].lowercased(with: locale), locale) == .orderedAscending
    }
    #expect(agreed.count >= words.count * 9 / 10, "\(code): \(agreed.count) of \(words.count), SECTIONS_SEED=\(seed)")
    // If there are letters such as the Hungarian DZ and DZS, the platform's comparison of words is not always an order.
    guard letters.allSatisfy({ $0.count == 1 }) else { return }
    let sorted = agreed.sorted { Self.compare($0, $1, locale) == .orderedAscending }.map { index.letter(for: $0) }
    var sections: [String] = []
    for letter in sorted where letter != sections.last { sections.append(letter) }
    #expect(Set(sections).count == sections.count, "\(code): \(sections), SECTIONS_SEED=\(seed)")
    #expect(sections == sections.sorted(by: index.precedes), "\(code): \(sections), SECTIONS_SEED=\(seed)")
  }
}
