import OrderedRows

extension ListEngine {
  /// The number of rows of the inner list.
  package var rowCount: Int { rowTotal }

  /// Searches all rows for the place of a row in the inner list; nil if it is not there.
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

  /// Searches all rows once for the places of some rows in the inner list. The result lacks rows that are not there.
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

  /// Replaces the token of the row at an existing place of the inner list. It stays the same row.
  package func rename(at place: RowPlace, to token: Token) {
    let group = groupOrder[place.section]
    if slots[Int(group)] == ListVersion<Token>.unmatched,
      let index = version.unmatchedRows?.index(of: version.rows[Int(group)][place.item])
    {
      version.unmatchedRows?.replace(at: index, with: token)
    }
    version.rows.change(at: Int(groupOrder[place.section])) { $0.replace(at: place.item, with: token) }
  }

  /// Replaces a key everywhere by another one for the same value, for example when a section object that is the key
  /// gets a permanent ID.
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
