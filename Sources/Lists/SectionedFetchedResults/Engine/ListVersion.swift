import SectionedChanges

/// A version of the shown list, a pure function of the section list and the item groups.
///
/// Sections are identified by slots, small numbers that a section keeps while it is in the list, even if it moves. Slot
/// 0 is the section of unmatched items. A copy is one reference, and shares everything that the next version does not
/// change.
package struct ListVersion<Token: RowToken> {
  /// The slot of the section of unmatched items.
  package static var unmatched: Int32 { 0 }

  /// The storage that the copies of a version share.
  private final class Content {
    // Only a version that is the sole owner changes it, from one place at a time. So exclusivity checks, a quarter of
    // the time of an event here, cannot fail.
    @exclusivity(unchecked) var parts: Parts

    init(_ parts: Parts) { self.parts = parts }
  }

  private struct Parts {
    var shown: ContiguousArray<Int32> = []
    var indices: ContiguousArray<Int32> = [-1]
    var groups = SlotGroups()
    var rows = PagedArray<RowList<Token>>()
    var unmatchedRows: UnmatchedRows<Token>?
    var policies = ListPolicies()
    var windows: ContiguousArray<Range<Int>> = []
    var aggregates: VersionAggregates?
  }

  private var content = Content(Parts())

  package init() { groups.makeRoom(for: Self.unmatched) }

  private mutating func own() {
    if !isKnownUniquelyReferenced(&content) { content = Content(content.parts) }
  }

  /// Whether another version is the same one. Two versions with equal content may be different.
  package func isSame(as other: Self) -> Bool { content === other.content }

  /// Completes postponed work of earlier changes, in preparation for the next one. The content does not change.
  func settle() { content.parts.rows.settle() }
}

extension ListVersion {
  /// Slots of the shown sections in display order.
  package internal(set) var shown: ContiguousArray<Int32> {
    _read { yield content.parts.shown }
    _modify {
      own()
      yield &content.parts.shown
    }
  }

  /// The index among the shown sections by slot; -1 for none.
  var indices: ContiguousArray<Int32> {
    _read { yield content.parts.indices }
    _modify {
      own()
      yield &content.parts.indices
    }
  }

  var groups: SlotGroups {
    _read { yield content.parts.groups }
    _modify {
      own()
      yield &content.parts.groups
    }
  }

  /// The rows by group number.
  var rows: PagedArray<RowList<Token>> {
    _read { yield content.parts.rows }
    _modify {
      own()
      yield &content.parts.rows
    }
  }

  /// The unmatched items in display order; nil if that is the order of their groups.
  var unmatchedRows: UnmatchedRows<Token>? {
    _read { yield content.parts.unmatchedRows }
    _modify {
      own()
      yield &content.parts.unmatchedRows
    }
  }

  var policies: ListPolicies {
    _read { yield content.parts.policies }
    _modify {
      own()
      yield &content.parts.policies
    }
  }

  /// The shown rows by slot, only while items are counted across sections.
  var windows: ContiguousArray<Range<Int>> {
    _read { yield content.parts.windows }
    _modify {
      own()
      yield &content.parts.windows
    }
  }
}

extension ListVersion {
  /// The summaries of the groups; nil if no aggregates are declared.
  var aggregates: VersionAggregates? {
    _read { yield content.parts.aggregates }
    _modify {
      own()
      yield &content.parts.aggregates
    }
  }

  package var sectionCount: Int { shown.count }

  /// The index of a section among the shown ones, nil when it is not shown.
  package func index(of slot: Int32) -> Int? {
    guard Int(slot) < indices.count, indices[Int(slot)] >= 0 else { return nil }
    return Int(indices[Int(slot)])
  }

  /// The number of items of a slot, shown or not.
  package func rowCount(of slot: Int32) -> Int {
    if let group = groups.onlyGroup(of: slot) { return rows[Int(group)].count }
    if groups.isEmpty(slot) { return 0 }
    return groups.groups(of: slot).reduce(0) { $0 + rows[Int($1)].count }
  }

  /// The rows of a slot that are shown, as indices among all its rows.
  package func shownRows(of slot: Int32) -> Range<Int> {
    if policies.hasWindow { return windows[Int(slot)] }
    return 0..<min(rowCount(of: slot), policies.limit(of: slot).most)
  }

  /// Whether a section counts as empty when empty sections are hidden. A folded section with items does not, because
  /// the user must be able to unfold it.
  func isEmpty(_ slot: Int32) -> Bool {
    shownRows(of: slot).isEmpty && (policies.limit(of: slot) != .none || rowCount(of: slot) == 0)
  }

  /// The number of shown items of the shown section at an index.
  package func itemCount(at index: Int) -> Int { shownRows(of: shown[index]).count }

  /// The item at an existing place of the shown list.
  package func token(at place: ItemPlace) -> Token {
    let slot = shown[place.section]
    let index = shownRows(of: slot).lowerBound + place.item
    if slot == Self.unmatched, let unmatchedRows { return unmatchedRows[index] }
    let (group, row) = location(ofRow: index, in: slot)
    return rows[Int(group)][row]
  }

  /// The group, and the row in it, of the n-th row of a slot. O(rows) for unmatched items of several groups.
  func location(ofRow row: Int, in slot: Int32) -> (group: Int32, row: Int) {
    if let group = groups.onlyGroup(of: slot) { return (group, row) }
    if slot == Self.unmatched, let token = unmatchedRows?[row] {
      for group in groups.groups(of: slot) {
        if let row = rows[Int(group)].firstIndex(of: token) { return (group, row) }
      }
    }
    var rest = row
    for group in groups.groups(of: slot) {
      let count = rows[Int(group)].count
      if rest < count { return (group, rest) }
      rest -= count
    }
    fatalError("Row \(row) is not in a section of \(rowCount(of: slot)) items.")
  }

  /// The shown place of a row of a group that belongs to a slot; nil when it is not shown.
  func place(ofRow row: Int, in group: Int32, of slot: Int32) -> ItemPlace? {
    guard let section = index(of: slot) else { return nil }
    var row = row
    if slot == Self.unmatched, let unmatchedRows {
      guard let index = unmatchedRows.index(of: rows[Int(group)][row]) else { return nil }
      row = index
    } else if groups.onlyGroup(of: slot) == nil {
      for earlier in groups.groups(of: slot) {
        if earlier == group { break }
        row += rows[Int(earlier)].count
      }
    }
    guard policies.hasLimits else { return ItemPlace(section: section, item: row) }
    let shown = shownRows(of: slot)
    return shown.contains(row) ? ItemPlace(section: section, item: row - shown.lowerBound) : nil
  }

  /// The shown items of a section, in order.
  package func tokens(of slot: Int32) -> ContiguousArray<Token> {
    let shown = shownRows(of: slot)
    if slot == Self.unmatched, let unmatchedRows { return unmatchedRows.tokens(in: shown) }
    if let group = groups.onlyGroup(of: slot) { return rows[Int(group)].tokens(in: shown) }
    var all: ContiguousArray<Token> = []
    for group in groups.groups(of: slot) {
      all.append(contentsOf: rows[Int(group)].tokens(in: 0..<rows[Int(group)].count))
    }
    return shown.count == all.count ? all : ContiguousArray(all[shown])
  }

  /// Searches all rows for the shown place of an item. Use it only for a list that is no longer current.
  package func place(of token: Token) -> ItemPlace? {
    for (index, slot) in shown.enumerated() {
      if let item = tokens(of: slot).firstIndex(of: token) { return ItemPlace(section: index, item: item) }
    }
    return nil
  }

  package var counts: ListCounts {
    ListCounts(sections: shown.count) { itemCount(at: $0) }
  }
}

extension ListVersion {
  /// Whether a place is in the section of unmatched items and these are not in the order of their groups.
  func ordersUnmatched(at place: ItemPlace) -> Bool {
    unmatchedRows != nil && shown[place.section] == Self.unmatched
  }
}
