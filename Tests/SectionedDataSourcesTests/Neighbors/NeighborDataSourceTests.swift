import SectionedChanges
import SectionedTesting
import Testing

@testable import SectionedDataSources

/// The look of a row: whether it begins or ends a run of names with the same letter.
private struct Run: Equatable {
  var begins: Bool
  var ends: Bool

  init(_ previous: Volume?, _ item: Volume, _ next: Volume?) {
    begins = previous?.letter != item.letter || previous == nil
    ends = next?.letter != item.letter || next == nil
  }

  init(begins: Bool, ends: Bool) { (self.begins, self.ends) = (begins, ends) }
}

@Suite("Rows are updated when their neighbors change their look, and no others are")
struct NeighborDataSourceTests {
  /// Makes a source of looks. In `a1 a2 | b1` there are a run of two rows and a run of one.
  private static func list(_ racks: Racks, crossesSections: Bool = false) -> NeighborDataSource<Racks, Run> {
    NeighborDataSource(racks, crossesSections: crossesSections) { Run($0, $1, $2) }
  }

  /// The sections as text, with each run in parentheses, as `(a1 a2)`.
  private static func text<Base: SectionedDataSource>(
    _ list: NeighborDataSource<Base, Run>
  ) -> [String] where Base.Item == Volume {
    (0..<list.numberOfSections).map { section in
      list.items(inSection: section).enumerated().map { index, item in
        guard let look = list.look(at: ItemPlace(section: section, item: index)) else { return "?" }
        return (look.begins ? "(" : "") + item.name + (look.ends ? ")" : "")
      }.joined(separator: " ")
    }
  }

  @Test func aMessageThatComesTakesTheTailOfTheOneBeforeIt() throws {
    let racks = Racks.make([["a1", "a2", "b1"]])
    let list = Self.list(racks)
    let watcher = SourceWatcher(list)
    #expect(Self.text(list) == ["(a1 a2) (b1)"])
    try racks.append(Volume(id: 9, name: "b2"), toSection: 0)
    #expect(Self.text(list) == ["(a1 a2) (b1 b2)"])
    #expect(watcher.updates.last?.changes.items.updated == [Self.update(2)])
    // The new row is a run of its own, and changes no other look.
    try racks.append(Volume(id: 10, name: "c1"), toSection: 0)
    #expect(watcher.updates.last?.changes.items.updated == [])
    // The row is removed again, and no look changes.
    _ = try racks.remove(at: ItemPlace(section: 0, item: 4))
    #expect(watcher.updates.last?.changes.items.updated == [])
    // A changed row changes its own look, and the looks of both neighbors.
    try racks.replace(ListedID(1), with: Volume(id: 1, name: "b0"))
    #expect(Self.text(list) == ["(a1) (b0 b1 b2)"])
    #expect(watcher.updates.last?.changes.items.updated == [Self.update(0), Self.update(1), Self.update(2)])
    // A removed row makes its neighbors one run.
    try racks.insert(Volume(id: 11, name: "c2"), at: ItemPlace(section: 0, item: 2))
    #expect(Self.text(list) == ["(a1) (b0) (c2) (b1 b2)"])
    _ = try racks.remove(at: ItemPlace(section: 0, item: 2))
    #expect(Self.text(list) == ["(a1) (b0 b1 b2)"])
    #expect(
      watcher.updates.last?.changes.items.updated
        == [
          Self.update(1),
          ListUpdate(old: ItemPlace(section: 0, item: 3), new: ItemPlace(section: 0, item: 2), keys: nil),
        ])
    watcher.checkSource()
  }

  private static func update(_ item: Int) -> ListUpdate<ItemPlace> {
    let place = ItemPlace(section: 0, item: item)
    return ListUpdate(old: place, new: place, keys: nil)
  }

  @Test func sectionsAreCrossedIfAskedFor() throws {
    let racks = Racks.make([["a1"], [], ["a2"], ["b1"]])
    let (inside, across) = (Self.list(racks), Self.list(racks, crossesSections: true))
    let watchers = (SourceWatcher(inside), SourceWatcher(across))
    #expect(Self.text(inside) == ["(a1)", "", "(a2)", "(b1)"])
    #expect(Self.text(across) == ["(a1", "", "a2)", "(b1)"])
    try racks.moveSection(from: 3, to: 1)
    #expect(Self.text(across) == ["(a1)", "(b1)", "", "(a2)"])
    #expect(watchers.0.updates.last?.changes.items.updated == [])
    #expect(watchers.1.updates.last?.changes.items.updated.map(\.new.section) == [0, 3])
    try racks.removeSection(at: 1)
    #expect(Self.text(across) == ["(a1", "", "a2)"])
    #expect(watchers.1.updates.last?.changes.items.updated.map(\.new.section) == [0, 2])
    watchers.1.checkSource()
  }

  @Test func aLookThatNobodyAskedForIsNotComputed() throws {
    let racks = Racks.make([["a1", "a2", "a3", "a4"]])
    var computed: [String] = []
    let list = NeighborDataSource(racks) { previous, item, next in
      computed.append(item.name)
      return Run(previous, item, next)
    }
    let watcher = SourceWatcher(list)
    #expect(computed == [])
    #expect(list.look(of: 3) == Run(begins: false, ends: true))
    #expect(list.look(of: 3) != nil && list.look(of: 17) == nil && list.look(at: ItemPlace(section: 1, item: 0)) == nil)
    #expect(computed == ["a4"])
    try racks.append(Volume(id: 9, name: "a5"), toSection: 0)
    try racks.insert(Volume(id: 10, name: "a0"), at: ItemPlace(section: 0, item: 0))
    #expect(computed == ["a4", "a4"])
    #expect(watcher.updates.map(\.changes.items.updated.count) == [1, 0])
    watcher.checkSource()
  }

  @Test func whatElseTheRuleDependsOnIsAskedForAgain() {
    let racks = Racks.make([["a1", "a2"], ["b1"]])
    var isPlain = false
    let list = NeighborDataSource(racks) { previous, item, next in
      isPlain ? Run(begins: true, ends: true) : Run(previous, item, next)
    }
    let watcher = SourceWatcher(list)
    list.computeAgain()
    #expect(Self.text(list) == ["(a1 a2)", "(b1)"])
    list.computeAgain()
    #expect(watcher.updates.isEmpty)
    isPlain = true
    list.computeAgain()
    #expect(watcher.updates.map(\.changes.items.updated.count) == [2])
    #expect(Self.text(list) == ["(a1) (a2)", "(b1)"])
    watcher.checkSource()
  }

  /// If two rows change places, one of them must move. It is the row whose look changes.
  @Test func theRowThatMovesIsOneWithAnotherLook() throws {
    let racks = Racks.make([["a1", "b1", "a2", "b2", "b3"]])
    let list = Self.list(racks)
    let watcher = SourceWatcher(list)
    _ = Self.text(list)
    for item in 0..<4 {
      try racks.move(from: ItemPlace(section: 0, item: item), to: ItemPlace(section: 0, item: item + 1))
      _ = Self.text(list)
    }
    #expect(watcher.updates.count == 4)
    watcher.checkSource()
  }
}

extension NeighborDataSourceTests {
  @Test("random edits of a list in memory, and of a filter and groups on it", arguments: RandomRuns.seeds(40))
  func random(seed: UInt64) throws {
    let racks = Racks(anomalies: .quiet)
    let editor = ShelfEditor(racks, seed: seed)
    racks.set(editor.content())
    let filter = FilteredDataSource(racks, keepsEmptySections: true) { $0.tags.count < 3 }
    let groups = GroupedDataSource(filter, by: { $0.tags.count })
    let runs: [(String) -> Void] = [
      Self.watch(racks, false), Self.watch(racks, true), Self.watch(filter, false), Self.watch(filter, true),
      Self.watch(groups, true), Self.watch(Self.list(racks), true),
    ]
    for step in 0..<80 {
      racks.performTogether { for _ in 0...editor.random.below(3) { editor.edit() } }
      for run in runs { run("seed \(seed), step \(step)") }
    }
  }

  /// Builds a source on another one. Returns a function that compares its last step with the looks of all rows before
  /// and after.
  private static func watch<Base: SectionedDataSource>(
    _ base: Base, _ crosses: Bool
  ) -> (String) -> Void where Base.Item == Volume {
    let list = NeighborDataSource(base, crossesSections: crosses) { Run($0, $1, $2) }
    let watcher = SourceWatcher(list)
    watcher.isExhaustive = false
    var (looks, snapshot) = (naive(base, crosses), base.snapshot)
    // Reading all looks makes the source keep them.
    _ = text(list)
    var seen = 0
    return { note in
      let now = naive(base, crosses)
      var revisions: [ListedID<Base.ItemID>: Int] = [:]
      for section in snapshot.sections { for item in section.items { revisions[item.id] = item.revision } }
      var wanted: Set<ListedID<Base.ItemID>> = []
      for section in base.snapshot.sections {
        for item in section.items {
          guard let before = revisions[item.id] else { continue }
          if before != item.revision || looks[item.id] != now[item.id] { wanted.insert(item.id) }
        }
      }
      let updates = watcher.updates.dropFirst(seen)
      #expect(updates.count < 2, "\(note)")
      let revised = updates.last.map { Set($0.changes.reconfiguredItems(in: $0.new)) } ?? []
      #expect(revised == wanted, "\(note)")
      for (id, look) in now { #expect(list.look(of: id) == look, "\(note)") }
      #expect(
        list.snapshot.sections.map { $0.items.map(\.id) } == base.snapshot.sections.map { $0.items.map(\.id) },
        "\(note)")
      watcher.checkSource()
      (looks, snapshot, seen) = (now, base.snapshot, watcher.updates.count)
    }
  }

  /// Returns the looks of all rows, computed with arrays.
  private static func naive<Base: SectionedDataSource>(
    _ base: Base, _ crosses: Bool
  ) -> [ListedID<Base.ItemID>: Run] where Base.Item == Volume {
    var parts: [[(id: ListedID<Base.ItemID>, item: Volume)]] = base.snapshot.sections.map { section in
      section.items.compactMap { element in base.item(for: element.id).map { (element.id, $0) } }
    }
    if crosses { parts = [parts.flatMap { $0 }] }
    var looks: [ListedID<Base.ItemID>: Run] = [:]
    for part in parts {
      for (index, row) in part.enumerated() {
        looks[row.id] = Run(
          index > 0 ? part[index - 1].item : nil, row.item, index + 1 < part.count ? part[index + 1].item : nil)
      }
    }
    return looks
  }

  @Test("an edit and its opposite leave the looks as they were", arguments: RandomRuns.seeds(20))
  func opposites(seed: UInt64) throws {
    let racks = Racks(anomalies: .quiet)
    let editor = ShelfEditor(racks, seed: seed)
    racks.set(editor.content())
    let list = Self.list(racks, crossesSections: true)
    let watcher = SourceWatcher(list)
    watcher.isExhaustive = false
    for step in 0..<40 {
      let (before, content) = (Self.text(list), racks.content)
      racks.performTogether { for _ in 0...editor.random.below(3) { editor.edit() } }
      _ = Self.text(list)
      racks.set(content)
      #expect(Self.text(list) == before, "seed \(seed), step \(step)")
      // Two steps combined into one must not name a row whose look is unchanged.
      if let last = watcher.updates.last, let first = watcher.updates.dropLast().last, first.new == last.old {
        let both = first.combined(with: last)
        #expect(try both.changes.apply(to: both.old, contentOf: both.new) == both.new, "seed \(seed), step \(step)")
      }
      watcher.checkSource()
    }
  }
}
