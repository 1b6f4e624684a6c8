import OrderedRows
import SectionedChanges
import SectionedFetchedResults
import SectionedTesting

/// Two plain lists as the input of an engine. The sections stand in any order, and each has a key. Each item names a
/// key. The inner list groups the items by key and orders them by value, as an inner controller does.
struct PlainLists {
  struct Item: Hashable {
    var id: Int
    var key: Int
    var value: Int
    var revision = 0
  }

  struct Section: Hashable {
    var id: Int
    var key: Int
    var revision = 0
  }

  var sections: [Section] = []
  var items: [Item] = []
  /// The number that was given last. No number is given twice, so that an inserted object is never a deleted one.
  var lastID = 0
  /// The rank of each unmatched item when several groups are shown in one order; nil for the order of the groups. An
  /// item without a rank is already deleted in that order, and is shown last until its deletion is reported.
  var ranks: [Int: Int]?

  typealias Snapshot = SectionedSnapshot<Int, Int>

  /// The inner list: groups by ascending key.
  var groups: [(key: GroupKey, items: [Item])] {
    let byKey = Dictionary(grouping: items, by: \.key)
    return byKey.keys.sorted().map { key in
      (Self.key(key), byKey[key, default: []].sorted { ($0.value, $0.id) < ($1.value, $1.id) })
    }
  }

  /// Key 0 stands for no section.
  static func key(_ key: Int) -> GroupKey { key == 0 ? .none : .integer(Int64(key)) }

  var places: [Int: RowPlace] {
    var result: [Int: RowPlace] = [:]
    for (group, content) in groups.enumerated() {
      for (row, item) in content.items.enumerated() { result[item.id] = RowPlace(section: group, item: row) }
    }
    return result
  }

  /// The list that must be shown, computed from both lists without an engine.
  func shown(_ policies: ListPolicies) -> Snapshot {
    var result: [(id: Int, revision: Int, items: [Item])] = sections.map { ($0.id, $0.revision, []) }
    var unmatched: [Item] = []
    var unmatchedGroups = 0
    for group in groups {
      let owner = sections.firstIndex { Self.key($0.key) == group.key && $0.key != 0 }
      if let owner { result[owner].items += group.items } else { unmatched += group.items }
      if owner == nil { unmatchedGroups += 1 }
    }
    if let ranks, unmatchedGroups > 1 {
      unmatched = unmatched.enumerated().sorted {
        (ranks[$0.element.id] ?? .max, $0.offset) < (ranks[$1.element.id] ?? .max, $1.offset)
      }.map(\.element)
    }
    if policies.showsUnmatchedItems { result.append((-1, 0, unmatched)) }
    var toSkip = policies.offset
    var toShow = policies.limit > 0 ? policies.limit : .max
    // A section is not empty when it has items and its limit hides them all.
    var folded: Set<Int> = []
    for index in result.indices {
      if policies.sectionLimit == .none, !result[index].items.isEmpty { folded.insert(result[index].id) }
      result[index].items = Array(result[index].items.prefix(policies.sectionLimit.count ?? .max))
      let skipped = min(toSkip, result[index].items.count)
      toSkip -= skipped
      result[index].items = Array(result[index].items.dropFirst(skipped).prefix(toShow))
      toShow -= result[index].items.count
    }
    return Snapshot(
      sections: result.filter {
        !$0.items.isEmpty || folded.contains($0.id) || (policies.showsEmptySections && $0.id != -1)
      }.map {
        Snapshot.Section(
          $0.id, revision: $0.revision, items: $0.items.map { ListElement($0.id, revision: $0.revision) })
      })
  }
}

extension PlainLists {
  /// Makes the random changes of one event.
  mutating func change(_ random: inout SeededRandom, keys: Int) {
    for _ in 0...random.below(4) {
      switch random.below(10) {
      case 0: sections.insert(Section(id: nextID(), key: freeKey(&random, keys)), at: random.below(sections.count + 1))
      case 1 where !sections.isEmpty: sections.remove(at: random.below(sections.count))
      case 2 where !sections.isEmpty:
        let section = sections.remove(at: random.below(sections.count))
        sections.insert(section, at: random.below(sections.count + 1))
      case 3 where !sections.isEmpty: sections[random.below(sections.count)].revision += 1
      case 4...9: changeItem(&random, keys: keys)
      default: break
      }
    }
  }

  /// Ranks the items by value, whatever their groups, in an order that may be ahead: some items have already left it,
  /// and some have passed other ones.
  mutating func rank(_ random: inout SeededRandom) {
    var ranks: [Int: Int] = [:]
    for item in items where !random.oneIn(12) {
      ranks[item.id] = (random.oneIn(12) ? random.below(9) : item.value) * 1_000 + item.id
    }
    self.ranks = ranks
  }

  /// Makes one random change of an item.
  mutating func changeItem(_ random: inout SeededRandom, keys: Int) {
    switch random.below(6) {
    case 0, 1: items.append(Item(id: nextID(), key: random.below(keys + 1), value: random.below(9)))
    case 2 where !items.isEmpty: items.remove(at: random.below(items.count))
    case 3 where !items.isEmpty: items[random.below(items.count)].revision += 1
    case 4 where !items.isEmpty:
      let index = random.below(items.count)
      items[index].value = random.below(9)
      items[index].revision += 1
    case 5 where !items.isEmpty:
      let index = random.below(items.count)
      items[index].key = random.below(keys + 1)
      items[index].revision += 1
    default: break
    }
  }

  private mutating func nextID() -> Int {
    lastID += 1
    return lastID
  }

  /// Returns a key that no section has. If there is none, and in one case of eight, another section may have the key.
  private func freeKey(_ random: inout SeededRandom, _ keys: Int) -> Int {
    let used = Set(sections.map(\.key))
    let free = (1...keys).filter { !used.contains($0) }
    return free.isEmpty || random.oneIn(8) ? 1 + random.below(keys) : free[random.below(free.count)]
  }
}
