import Foundation

/// A cache of letter tables, because programs use the same few again and again.
///
/// It is unchecked because a lock guards its variables.
final class LetterTables: @unchecked Sendable {
  static let shared = LetterTables()

  private struct Recipe: Hashable {
    let codes: [String]
    let scripts: LetterIndex.Scripts
  }

  private let lock = NSLock()
  private var tables: [Recipe: LetterTable] = [:]
  private var last: (identifier: String, index: LetterIndex)?

  /// Returns the table of some languages.
  func table(_ codes: [String], _ scripts: LetterIndex.Scripts) -> LetterTable {
    let recipe = Recipe(codes: codes, scripts: scripts)
    if let table = lock.withLock({ tables[recipe] }) { return table }
    let han = codes.lazy.compactMap { HanLetters(code: $0) }.first
    let table = LetterTable(Self.alphabets(codes, scripts, han), han: han)
    return lock.withLock {
      let known = tables[recipe] ?? table
      tables[recipe] = known
      return known
    }
  }

  /// Returns the index of the current locale. The last one is cached, because it is read for each item of a list.
  func current(_ identifier: String) -> LetterIndex {
    if let last = lock.withLock({ last }), last.identifier == identifier { return last.index }
    let index = LetterIndex(identifiers: [identifier], .all)
    lock.withLock { last = (identifier, index) }
    return index
  }

  /// The alphabets of an index in order, at most one for each script.
  private static func alphabets(
    _ codes: [String], _ scripts: LetterIndex.Scripts, _ han: HanLetters?
  ) -> [Alphabet] {
    var known: Set<Alphabet.Script> = []
    let common = scripts == .all ? Alphabet.Script.allCases : [.latin]
    let all = codes.compactMap { Alphabet.of(code: $0) } + common.compactMap { Alphabet.common[$0] }
    return all.filter { alphabet in
      // Stroke counts are used only if the first Chinese language lists by strokes.
      (alphabet.script != .han || han == .strokes) && known.insert(alphabet.script).inserted
    }
  }
}
