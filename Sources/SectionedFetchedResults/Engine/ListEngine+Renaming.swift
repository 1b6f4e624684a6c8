import OrderedRows

extension ListEngine {
  /// The number of rows of the inner list.
  package var rowCount: Int { rowTotal }

  /// Returns the place of a row in the inner list, found by looking at all rows; nil when it is not there.
  ///
  /// - Complexity: O(rows).
  package func place(of token: Token) -> RowPlace? {
    for group in 0..<groupOrder.count {
      if let row = version.rows[Int(groupOrder[group])].firstIndex(of: token) {
        return RowPlace(section: group, item: row)
      }
    }
    return nil
  }

  /// Returns the places of rows in the inner list, found by looking at all rows once. A row that is not in it has no
  /// place.
  ///
  /// - Complexity: O(rows).
  package func places(of tokens: Set<Token>) -> [Token: RowPlace] {
    var places: [Token: RowPlace] = [:]
    for group in 0..<groupOrder.count where places.count < tokens.count {
      let rows = version.rows[Int(groupOrder[group])]
      for (row, token) in rows.tokens(in: 0..<rows.count).enumerated() where tokens.contains(token) {
        places[token] = RowPlace(section: group, item: row)
      }
    }
    return places
  }

  /// Renames the row at a place of the inner list, which must exist. It stays the same row.
  package func rename(at place: RowPlace, to token: Token) {
    let group = groupOrder[place.section]
    if slots[Int(group)] == ListVersion<Token>.unmatched,
      let index = version.unmatchedRows?.index(of: version.rows[Int(group)][place.item])
    {
      version.unmatchedRows?.replace(at: index, with: token)
    }
    version.rows.change(at: Int(groupOrder[place.section])) { $0.replace(at: place.item, with: token) }
  }

  /// Replaces a key everywhere by another one for the same value, which has got a new name.
  package func replaceKey(_ old: GroupKey, with new: GroupKey) {
    for slot in slotsByKey.numbers(for: old) {
      slotsByKey.remove(slot, for: old)
      slotsByKey.add(slot, for: new)
      sectionKeys[Int(slot)] = new
    }
    for group in groupsByKey.numbers(for: old) {
      groupsByKey.remove(group, for: old)
      groupsByKey.add(group, for: new)
      groupKeys[Int(group)] = new
    }
    if let slot = aliases.removeValue(forKey: old) { aliases[new] = slot }
  }
}
