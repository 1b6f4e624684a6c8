import Foundation

/// The letters under which an index lists texts: those of a language's alphabet in its order, those of other scripts,
/// then `…` and `#`.
///
/// ```swift
/// let index = LetterIndex(Locale(identifier: "sv"))
/// index.letter(for: "ångström")      // "Å", which comes after "Z"
/// LetterIndex(Locale(identifier: "de")).letter(for: "ångström")      // "A"
/// ```
///
/// Every text has exactly one letter, whatever its case and its Unicode form. A letter that is not of the alphabet
/// belongs to the one under which the language sorts it. A Korean syllable is listed by its first consonant, Kana by
/// its row, a Chinese character by its reading in Pinyin, or by its strokes if the writing is traditional. A text that
/// begins with a digit, a sign or nothing is listed under `#`, and one in a script without an alphabet here under `…`.
///
/// The letters are those of the Unicode CLDR and the same on all platforms.
public struct LetterIndex: Sendable {
  /// The scripts whose letters an index has beside those of its languages.
  public enum Scripts: Hashable, Sendable, CaseIterable {
    /// All scripts, those in Latin letters first.
    case all
    /// Latin letters only. Texts in other scripts are listed under `…`.
    case latin
  }

  /// The letter of texts that begin with a letter of no alphabet of the index: `…`.
  public static let unlisted = "…"
  /// The letter of texts that begin with no letter: `#`.
  public static let symbols = "#"

  private let codes: [String]
  private let scripts: Scripts
  private let table: LetterTable

  /// Makes an index of a language.
  ///
  /// - Parameters:
  ///   - locale: the language whose letters come first. One without letters of its own has those of English.
  ///   - further: more languages whose letters the index has, in order. Of each script, the first language decides.
  ///   - scripts: the scripts whose letters the index has beside those.
  public init(_ locale: Locale, also further: [Locale] = [], scripts: Scripts = .all) {
    self.init(identifiers: [locale.identifier] + further.map(\.identifier), scripts)
  }

  init(identifiers: [String], _ scripts: Scripts) {
    codes = identifiers.map(Alphabet.code)
    self.scripts = scripts
    table = LetterTables.shared.table(codes, scripts)
  }

  /// The index of the user's current language.
  public static var current: LetterIndex { LetterTables.shared.current(Locale.current.identifier) }

  /// All letters in order. The last two are `…` and `#`.
  public var letters: [String] { table.letters }

  /// The letters of the first language in order.
  public var languageLetters: [String] { Array(table.letters.prefix(table.ownCount)) }

  /// Returns the letter under which a text is listed, which is one of ``letters``.
  ///
  /// - Complexity: O(1).
  public func letter(for text: String) -> String { table.letters[table.number(of: text)] }

  /// Returns the letter under which a text is listed; nil where that is `…` or `#`.
  func alphabetLetter(for text: String) -> String? {
    let number = table.number(of: text)
    return table.isLetter(number) ? table.letters[number] : nil
  }

  /// Returns the position of a letter in ``letters``; nil if it is not one of them.
  ///
  /// - Complexity: O(1).
  public func position(of letter: String) -> Int? { table.number(ofLetter: letter) }

  /// Returns whether one letter precedes another. A text that is not one of ``letters`` comes after the alphabets,
  /// before `…`, and such texts are in ascending order.
  ///
  /// - Complexity: O(1).
  public func precedes(_ first: String, _ second: String) -> Bool {
    let unlisted = table.letters.count - 2
    switch (position(of: first), position(of: second)) {
    case (let first?, let second?): return first < second
    case (let first?, nil): return first < unlisted
    case (nil, let second?): return second >= unlisted
    case (nil, nil): return first < second
    }
  }
}

extension LetterIndex: Hashable {
  public static func == (first: Self, second: Self) -> Bool {
    first.codes == second.codes && first.scripts == second.scripts
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(codes)
    hasher.combine(scripts)
  }
}
