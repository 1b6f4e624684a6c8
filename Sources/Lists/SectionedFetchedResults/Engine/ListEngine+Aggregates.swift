import OrderedRows
import SectionedChanges

extension ListEngine {
  /// The number of the inner group at an index. A group keeps its number while it is in the inner list.
  func number(ofGroup index: Int) -> Int32 { groupOrder[index] }

  /// The tokens of the rows of the inner group at an index.
  func tokens(ofGroup index: Int) -> ContiguousArray<Token> {
    let rows = version.rows[Int(groupOrder[index])]
    return rows.tokens(in: 0..<rows.count)
  }

  /// The sections that contain the rows at some places of the inner list.
  func slots(ofRowsAt places: some Sequence<RowPlace>) -> Set<Int32> {
    Set(places.compactMap { $0.section < groupOrder.count ? slots[Int(groupOrder[$0.section])] : nil })
  }
}

extension ListTransition {
  /// Records each section of both lists whose aggregates changed as revised, with the names of these aggregates as
  /// keys.
  ///
  /// - Parameter candidates: the sections to check.
  mutating func addAggregates(of candidates: some Sequence<Int32>) {
    guard let names = new.aggregates?.names else { return }
    for slot in candidates where isInBoth(slot) {
      revise(slot, AggregateNames.changed(names, from: old.values(of: slot), to: new.values(of: slot)))
    }
  }

  /// Records the sections of both lists that have another number of items while none of their shown items came or left,
  /// as revised with the name of the number: a header may show it. Shown items that come or go say so themselves.
  ///
  /// - Parameter candidates: the sections that may be among them.
  /// - Complexity: O(candidates), and O(touched items) where there are such sections.
  mutating func addTotals(of candidates: some Sequence<Int32>) {
    let changed = candidates.filter { isInBoth($0) && old.rowCount(of: $0) != new.rowCount(of: $0) }
    if changed.isEmpty { return }
    var crossed: Set<Int32> = []
    for item in items.elements {
      let (left, came) = (item.old.map { old.shown[$0.section] }, item.new.map { new.shown[$0.section] })
      if left != came { crossed.formUnion([left, came].compactMap { $0 }) }
    }
    for slot in changed where !crossed.contains(slot) { revise(slot, [AggregateNames.total]) }
  }

  /// Whether both lists show a section. A section that comes with the step is unknown to the old list.
  private func isInBoth(_ slot: Int32) -> Bool { old.index(of: slot) != nil && new.index(of: slot) != nil }

  /// Records a section of both lists as revised in some properties, beside those that are recorded.
  private mutating func revise(_ slot: Int32, _ changed: Set<String>) {
    guard !changed.isEmpty, let before = old.index(of: slot), let after = new.index(of: slot) else { return }
    guard let index = sections.names.firstIndex(of: slot) else {
      return sections.append(slot, .init(old: before, new: after, isRevised: true, keys: changed))
    }
    let keys = sections[index].isRevised ? sections[index].keys : []
    sections.elements[index].setKeys(keys?.union(changed))
  }
}

/// The names of aggregates as the keys of a section's update.
enum AggregateNames {
  /// The name of the number of items, shown or not.
  static var total: String { ItemAggregate.count.name }

  /// The aggregates that have another result than before.
  static func changed(_ names: [String], from old: [AggregateValue?], to new: [AggregateValue?]) -> Set<String> {
    if old == new { return [] }
    return Set(names.indices.filter { $0 >= old.count || old[$0] != new[$0] }.map { names[$0] })
  }
}
