import SectionedChanges

extension ListEngine {
  /// Puts the unmatched items, which may be of several groups, into the order of the items alone.
  ///
  /// - Complexity: O(unmatched items · log), nothing while they are of one group or not shown.
  func orderUnmatched() {
    let groups = version.groups.groups(of: ListVersion<Token>.unmatched)
    guard let rank, version.policies.showsUnmatchedItems, groups.count > 1 else {
      if version.unmatchedRows != nil { version.unmatchedRows = nil }
      return
    }
    var rows: [(rank: Int, token: Token)] = []
    for group in groups {
      let list = version.rows[Int(group)]
      // What is gone since stands last, until that is told.
      for token in list.tokens(in: 0..<list.count) { rows.append((rank(token) ?? .max, token)) }
    }
    // Sorting keeps the order of equal ones.
    rows.sort { $0.rank < $1.rank }
    version.unmatchedRows = RowList(ContiguousArray(rows.map(\.token)))
  }
}

extension ListTransition {
  /// Tells of all unmatched items that are shown in both lists, where rows of several groups are put into one order: any of
  /// them may have passed others without having been named.
  ///
  /// - Complexity: O(unmatched items).
  mutating func addUnmatched() {
    guard old.unmatchedRows != nil || new.unmatchedRows != nil else { return }
    let slot = ListVersion<Token>.unmatched
    guard let before = old.index(of: slot), let after = new.index(of: slot) else { return }
    var told = Set<Token>(minimumCapacity: items.count)
    for item in items { told.insert(item.token) }
    var places: [Token: ItemPlace] = [:]
    for (item, token) in old.tokens(of: slot).enumerated() { places[token] = ItemPlace(section: before, item: item) }
    for (item, token) in new.tokens(of: slot).enumerated() where !told.contains(token) {
      guard let place = places[token] else { continue }
      items.append(
        Item(
          token: token, old: place, new: ItemPlace(section: after, item: item), isRevised: false, keys: nil))
    }
  }
}
