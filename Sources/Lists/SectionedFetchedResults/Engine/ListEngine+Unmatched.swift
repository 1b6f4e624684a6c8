import OrderedRows
import SectionedChanges

/// Unmatched items of several groups in display order, with an index by token.
struct UnmatchedRows<Token: RowToken> {
  private(set) var rows: RowList<Token>
  private var indices: [Token: Int]

  /// - Complexity: O(rows).
  init(_ tokens: ContiguousArray<Token>) {
    rows = RowList(tokens)
    indices = Dictionary(zip(tokens, 0...)) { first, _ in first }
  }

  subscript(index: Int) -> Token { rows[index] }

  func index(of token: Token) -> Int? { indices[token] }

  func tokens(in range: Range<Int>) -> ContiguousArray<Token> { rows.tokens(in: range) }

  mutating func replace(at index: Int, with token: Token) {
    indices[rows[index]] = nil
    indices[token] = index
    rows.replace(at: index, with: token)
  }
}

extension ListEngine {
  /// Sorts the unmatched items of all groups into their common order, given by `rank`.
  ///
  /// - Complexity: O(unmatched items · log unmatched items); O(1) while they are of one group or not shown.
  func orderUnmatched() {
    let groups = version.groups.groups(of: ListVersion<Token>.unmatched)
    guard let rank, version.policies.showsUnmatchedItems, groups.count > 1 else {
      if version.unmatchedRows != nil { version.unmatchedRows = nil }
      return
    }
    var rows: [(rank: Int, token: Token)] = []
    for group in groups {
      let list = version.rows[Int(group)]
      // A removed item comes last until its removal is reported.
      for token in list.tokens(in: 0..<list.count) { rows.append((rank(token) ?? .max, token)) }
    }
    // The sort is stable.
    rows.sort { $0.rank < $1.rank }
    version.unmatchedRows = UnmatchedRows(ContiguousArray(rows.map(\.token)))
  }
}

extension ListTransition {
  /// Records all shown unmatched items if rows of several groups are sorted into one order. Any of them may have passed
  /// another item, or a limit, without being named.
  ///
  /// - Complexity: O(unmatched items).
  mutating func addUnmatched() {
    guard old.unmatchedRows != nil || new.unmatchedRows != nil else { return }
    let slot = ListVersion<Token>.unmatched
    let recorded = Set(items.names)
    var before = old.places(of: slot)
    for (token, place) in new.places(of: slot) where !recorded.contains(token) {
      items.append(token, old: before.removeValue(forKey: token), new: place, isRevised: false, keys: nil)
    }
    for (token, place) in before where !recorded.contains(token) {
      items.append(token, old: place, new: nil, isRevised: false, keys: nil)
    }
  }
}

extension ListVersion {
  /// The places of a section's shown items; empty when the section is not shown.
  fileprivate func places(of slot: Int32) -> [Token: ItemPlace] {
    guard let section = index(of: slot) else { return [:] }
    return Dictionary(tokens(of: slot).enumerated().map { ($1, ItemPlace(section: section, item: $0)) }) { first, _ in
      first
    }
  }
}
