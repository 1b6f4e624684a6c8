import Foundation

/// The tables that were made, because programs ask for the same few.
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

  /// Returns the index of a locale, which is the current one and asked for once for each item of a list.
  func current(_ identifier: String) -> LetterIndex {
    if let last = lock.withLock({ last }), last.identifier == identifier { return last.index }
    let index = LetterIndex(identifiers: [identifier], .all)
    lock.withLock { last = (identifier, index) }
    return index
  }

  /// The alphabets of an index in order, one of each script.
  private static func alphabets(
    _ codes: [String], _ scripts: LetterIndex.Scripts, _ han: HanLetters?
  ) -> [Alphabet] {
    var known: Set<Alphabet.Script> = []
    let common = scripts == .all ? Alphabet.Script.allCases : [.latin]
    let all = codes.compactMap { Alphabet.of(code: $0) } + common.compactMap { Alphabet.common[$0] }
    return all.filter { alphabet in
      // Numbers of strokes are for Chinese only, where the first Chinese language has them.
      (alphabet.script != .han || han == .strokes) && known.insert(alphabet.script).inserted
    }
  }
}
