import Foundation

/// The letters under which an index lists texts: those of a language's alphabet in its order, then those of other
/// scripts, then `…` and `#`.
///
/// ```swift
/// let index = LetterIndex(Locale(identifier: "sv"))
/// index.letter(for: "ångström")      // "Å", which comes after "Z"
/// LetterIndex(Locale(identifier: "de")).letter(for: "ångström")      // "A"
/// ```
///
/// Every text has exactly one letter, which does not depend on case or Unicode form. A letter outside the alphabet is
/// listed under the letter where the language sorts it. A Korean syllable is listed by its first consonant, Kana by its
/// row, and a Chinese character by its pinyin reading, or by strokes in traditional writing. A text that begins with a
/// digit or a sign, or is empty, is listed under `#`. A text in a script for which the index has no alphabet is listed
/// under `…`.
///
/// The letters come from the Unicode CLDR and are the same on all platforms.
public struct LetterIndex: Sendable {
  /// The scripts whose letters an index has in addition to those of its languages.
  public enum Scripts: Hashable, Sendable, CaseIterable {
    /// All scripts, Latin first.
    case all
    /// Latin letters only. Texts in other scripts are listed under `…`.
    case latin
  }

  /// The letter for texts that begin with a letter of none of the index's alphabets: `…`.
  public static let unlisted = "…"
  /// The letter for texts that do not begin with a letter: `#`.
  public static let symbols = "#"

  private let codes: [String]
  private let scripts: Scripts
  private let table: LetterTable

  /// Makes an index of a language.
  ///
  /// - Parameters:
  ///   - locale: the language whose letters come first. A language without its own letters uses the English ones.
  ///   - further: more languages whose letters the index has, in order. For each script, the first language that uses
  ///     it decides.
  ///   - scripts: the scripts whose letters the index has in addition.
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

  /// Returns the letter under which a text is listed. It is one of ``letters``.
  ///
  /// - Complexity: O(1).
  public func letter(for text: String) -> String { table.letters[table.number(of: text)] }

  /// Returns the letter under which a text is listed; nil if that is `…` or `#`.
  func alphabetLetter(for text: String) -> String? {
    let number = table.number(of: text)
    return table.isLetter(number) ? table.letters[number] : nil
  }

  /// Returns the position of a letter in ``letters``; nil if it is not one of them.
  ///
  /// - Complexity: O(1).
  public func position(of letter: String) -> Int? { table.number(ofLetter: letter) }

  /// Returns whether one letter precedes another. A text that is not one of ``letters`` comes after all alphabets and
  /// before `…`. Such texts are in ascending order.
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
