import SectionedChanges
import SectionedDataSources

/// The marks of sections and rows for the changes since the marks were cleared, by identity.
struct TerminalMarks<SectionID: Hashable & Sendable, ItemID: Hashable & Sendable> {
  typealias Update = DataSourceUpdate<SectionID, ItemID>

  /// A line after which rows have left.
  enum Neighbor: Hashable {
    case header(ListedID<SectionID>)
    case item(ListedID<ItemID>)
  }

  private(set) var items: [ListedID<ItemID>: TerminalMark] = [:]
  private(set) var sections: [ListedID<SectionID>: TerminalMark] = [:]
  /// The number of rows that have left, by the line before them.
  private(set) var left: [Neighbor: Int] = [:]

  var isEmpty: Bool { items.isEmpty && sections.isEmpty && left.isEmpty }

  /// Records the changes of an update.
  ///
  /// - Complexity: O(changes · log changes).
  mutating func record(_ update: Update, _ map: PlaceMap) {
    let (changes, new) = (update.changes, update.new)
    for renaming in changes.items.renamed { items[renaming.new] = items.removeValue(forKey: renaming.old) }
    for renaming in changes.sections.renamed { sections[renaming.new] = sections.removeValue(forKey: renaming.old) }
    recordLeaving(update, map)
    for item in changes.items.deleted + changes.itemsTaken { items[item.id] = nil }
    for section in changes.sections.deleted { sections[section.id] = nil }
    for item in changes.items.inserted { items[item.id] = .arrived }
    for section in changes.sections.inserted { sections[section.id] = .arrived }
    for move in changes.items.moved { Self.add(.moved, new[move.to].id, to: &items) }
    for move in changes.sections.moved { Self.add(.moved, new.sections[move.to].id, to: &sections) }
    for update in changes.items.updated { Self.add(.changed, new[update.new].id, to: &items) }
    for update in changes.sections.updated { Self.add(.changed, new.sections[update.new].id, to: &sections) }
  }

  /// Records the changes of an update for some lines of the new list, and clears the marks of all other lines.
  ///
  /// - Complexity: O(changes), in little memory.
  mutating func record(_ update: Update, at lines: [TerminalLayout.Line]) {
    let (changes, new, old) = (update.changes, update.new, self)
    var (places, indices) = (Set<ItemPlace>(), Set<Int>())
    self = TerminalMarks()
    for line in lines {
      switch line {
      case .item(let place):
        places.insert(place)
        items[new[place].id] = old.items[new[place].id]
      case .header(let index):
        indices.insert(index)
        sections[new.sections[index].id] = old.sections[new.sections[index].id]
      case .empty: break
      }
    }
    for item in changes.items.inserted where places.contains(item.place) { items[item.id] = .arrived }
    for section in changes.sections.inserted where indices.contains(section.place) { sections[section.id] = .arrived }
    for move in changes.items.moved where places.contains(move.to) { Self.add(.moved, new[move.to].id, to: &items) }
    for move in changes.sections.moved where indices.contains(move.to) {
      Self.add(.moved, new.sections[move.to].id, to: &sections)
    }
    for update in changes.items.updated where places.contains(update.new) {
      Self.add(.changed, new[update.new].id, to: &items)
    }
    for update in changes.sections.updated where indices.contains(update.new) {
      Self.add(.changed, new.sections[update.new].id, to: &sections)
    }
  }

  private static func add<ID>(_ mark: TerminalMark, _ id: ID, to marks: inout [ID: TerminalMark]) {
    switch (marks[id], mark) {
    case (.arrived, _), (.moved, .changed): return
    default: marks[id] = mark
    }
  }

  /// Counts each row that left at the line that now precedes its old place. Counts at a row that left are added there,
  /// too.
  private mutating func recordLeaving(_ update: Update, _ map: PlaceMap) {
    let (old, changes) = (update.old, update.changes)
    let moved = Set(changes.items.moved.map(\.from))
    var found: (place: ItemPlace, neighbor: Neighbor?)?
    func neighbor(before place: ItemPlace) -> Neighbor? {
      var item = place.item - 1
      while item >= 0 {
        let before = ItemPlace(section: place.section, item: item)
        // Rows are visited in order: if the row before this one left, too, its neighbor is known.
        if let found, found.place == before { return found.neighbor }
        if !moved.contains(before), let now = map.newPlace(ofOld: before) { return .item(update.new[now].id) }
        item -= 1
      }
      return map.newSection(ofOld: place.section).map { .header(update.new.sections[$0].id) }
    }
    let deleted = Set(changes.items.deleted.map(\.place))
    var renamed: [Neighbor: Neighbor] = [:]
    for renaming in changes.items.renamed { renamed[.item(renaming.old)] = .item(renaming.new) }
    for renaming in changes.sections.renamed { renamed[.header(renaming.old)] = .header(renaming.new) }
    var now: [Neighbor: Int] = [:]
    for place in (changes.items.deleted.map(\.place) + changes.items.moved.map(\.from)).sorted() {
      let count = left.removeValue(forKey: .item(old[place].id)) ?? 0
      let neighbor = neighbor(before: place)
      found = (place, neighbor)
      guard let neighbor, count > 0 || deleted.contains(place) else { continue }
      now[neighbor, default: 0] += count + (deleted.contains(place) ? 1 : 0)
    }
    for (neighbor, count) in left { now[renamed[neighbor] ?? neighbor, default: 0] += count }
    left = now
  }
}
