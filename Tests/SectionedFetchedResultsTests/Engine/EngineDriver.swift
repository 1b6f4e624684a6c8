import OrderedRows
import SectionedChanges
import SectionedFetchedResults
import SectionedTesting
import Testing

/// Leads an engine from one pair of plain lists to the next by edits, and compares each step with the lists.
struct EngineDriver {
  var lists = PlainLists()
  var engine: ListEngine<Int>
  /// The engine's slot of each section, by the section's number.
  var slots: [Int: Int32] = [:]
  var policies: ListPolicies

  init(_ lists: PlainLists = PlainLists(), policies: ListPolicies = ListPolicies()) {
    self.lists = lists
    self.policies = policies
    engine = Self.built(lists, policies)
    for (index, section) in lists.sections.enumerated() { slots[section.id] = engine.order[index] }
  }

  /// Lets the engine show unmatched items in the order of their ranks from the next step on.
  func follow(_ ranks: [Int: Int]?) { engine.rank = ranks.map { ranks in { ranks[$0] } } }

  static func built(_ lists: PlainLists, _ policies: ListPolicies) -> ListEngine<Int> {
    ListEngine(
      sections: lists.sections.map { PlainLists.key($0.key) },
      groups: lists.groups.map { ($0.key, RowList(ContiguousArray($0.items.map(\.id)))) }, policies: policies)
  }

  /// Returns the edit that leads to other lists. It says of each object only that it was touched, and its places.
  func edit(to next: PlainLists) -> ListEdit<Int> {
    var edit = ListEdit<Int>()
    let oldSections = Dictionary(uniqueKeysWithValues: lists.sections.map { ($0.id, $0) })
    let newSections = Set(next.sections.map(\.id))
    edit.removedSections = lists.sections.filter { !newSections.contains($0.id) }.compactMap { slots[$0.id] }
    let kept = lists.sections.filter { newSections.contains($0.id) }.map(\.id)
    let order = next.sections.map(\.id).filter { oldSections[$0] != nil }
    for (index, section) in next.sections.enumerated() {
      let key = PlainLists.key(section.key)
      guard let old = oldSections[section.id] else {
        edit.newSections.append(.init(index: index, key: key))
        continue
      }
      guard old != section || kept != order else { continue }
      edit.touchedSections.append(
        .init(slot: slots[section.id] ?? 0, index: index, key: key, isRevised: old != section, keys: nil))
    }
    let oldKeys = lists.groups.map(\.key)
    let newKeys = next.groups.map(\.key)
    edit.removedGroups = oldKeys.indices.filter { !newKeys.contains(oldKeys[$0]) }
    edit.newGroups = newKeys.indices.filter { !oldKeys.contains(newKeys[$0]) }.map {
      .init(index: $0, key: newKeys[$0])
    }
    let oldItems = Dictionary(uniqueKeysWithValues: lists.items.map { ($0.id, $0) })
    let newItems = Dictionary(uniqueKeysWithValues: next.items.map { ($0.id, $0) })
    let oldPlaces = lists.places
    let newPlaces = next.places
    for id in Set(oldItems.keys).union(newItems.keys).sorted() where oldItems[id] != newItems[id] {
      let isRevised = oldItems[id]?.revision != newItems[id]?.revision
      edit.items.append(id, .init(old: oldPlaces[id], new: newPlaces[id], isRevised: isRevised, keys: nil))
    }
    return edit
  }

  mutating func advance(to next: PlainLists) throws {
    let names = Dictionary(uniqueKeysWithValues: slots.map { ($0.value, $0.key) })
    let edit = edit(to: next)
    follow(next.ranks)
    let transition = try engine.apply(edit)
    let before = lists.shown(policies)
    let after = next.shown(policies)
    slots = [:]
    for (index, section) in next.sections.enumerated() { slots[section.id] = engine.order[index] }
    try expect(transition, names, before, after)
    lists = next
  }

  mutating func show(_ policies: ListPolicies) throws {
    let names = Dictionary(uniqueKeysWithValues: slots.map { ($0.value, $0.key) })
    let transition = engine.setPolicies(policies)
    try expect(transition, names, lists.shown(self.policies), lists.shown(policies))
    self.policies = policies
  }

  /// Expects that the changes are those between the two snapshots, and that the engine's versions show these snapshots.
  private func expect(
    _ transition: ListTransition<Int>, _ oldNames: [Int32: Int], _ before: PlainLists.Snapshot,
    _ after: PlainLists.Snapshot
  ) throws {
    var names = Dictionary(uniqueKeysWithValues: slots.map { ($0.value, $0.key) })
    names.merge(oldNames) { new, _ in new }
    names[0] = -1
    let changes = try transition.changes(sectionID: { names[$0] ?? -2 }, oldName: { $0 }, newName: { $0 })
    #expect(changes == (try SectionedChangeSet(from: before, to: after)))
    try changes.check(old: before, new: after)
    #expect(ids(of: transition.new, names) == after.sections.map { Line(id: $0.id, items: $0.items.map(\.id)) })
    #expect(ids(of: transition.old, names) == before.sections.map { Line(id: $0.id, items: $0.items.map(\.id)) })
  }

  struct Line: Hashable {
    var id: Int
    var items: [Int]
  }

  private func ids(of version: ListVersion<Int>, _ names: [Int32: Int]) -> [Line] {
    version.shown.map { Line(id: names[$0] ?? -2, items: Array(version.tokens(of: $0))) }
  }
}
