import SectionedChanges
import SectionedFetchedResults
import SectionedTesting
import Testing

@testable import SectionedDataSources

@Suite("A folded list shows the first items of each section, and none of a folded one")
struct FoldedDataSourceTests {
  @Test func foldingIsOneStepAndTotalsStay() throws {
    let racks = Racks.make([["a", "b"], [], ["c"]])
    let list = FoldedDataSource(racks)
    let watcher = SourceWatcher(list)
    list.setFolded(true, section: 0)
    #expect(list.names == [[], [], ["c"]])
    #expect(watcher.updates.map(\.changes.items.deleted.count) == [2])
    #expect(list.totalNumberOfItems(inSection: 0) == 2 && list.numberOfHiddenItems(inSection: 0) == 2)
    #expect(list.totalNumberOfItems == 3 && list.numberOfItems == 1)
    try racks.insert(Volume(id: 9, name: "d"), at: ItemPlace(section: 0, item: 1))
    let total = ListUpdate(old: 0, new: 0, keys: [ItemAggregate.count.name])
    #expect(watcher.updates.map(\.changes.sections.updated) == [[], [total]])
    #expect(watcher.updates.last?.changes.items.isEmpty == true)
    list.setFolded(false, section: 0)
    #expect(list.names == [["a", "d", "b"], [], ["c"]])
    list.setAllFolded(true)
    #expect(list.names == [[], [], []])
    list.setFolded(false, section: 2)
    #expect(list.names == [[], [], ["c"]])
    watcher.checkSource()
  }

  @Test func aStateIsKeptWhileItsSectionIsAway() throws {
    let racks = Racks.make([["a"], ["b"]])
    let list = FoldedDataSource(racks)
    list.setFolded(true, section: 1)
    let away = try #require(racks.content.last)
    try racks.removeSection(at: 1)
    try racks.insertSection(away.section, items: away.items, at: 0)
    #expect(list.names == [[], ["a"]])
    racks.set([away])
    #expect(list.names == [[]])
  }

  @Test func itemsSlideIntoALimitAndOutOfIt() throws {
    let racks = Racks.make([["a", "b", "c"], ["d"]])
    let list = FoldedDataSource(racks, limit: .first(2))
    let watcher = SourceWatcher(list)
    #expect(list.names == [["a", "b"], ["d"]])
    try racks.insert(Volume(id: 9, name: "e"), at: ItemPlace(section: 0, item: 0))
    #expect(list.names == [["e", "a"], ["d"]])
    _ = try racks.remove(at: ItemPlace(section: 0, item: 1))
    #expect(list.names == [["e", "b"], ["d"]])
    try racks.move(from: ItemPlace(section: 0, item: 0), to: ItemPlace(section: 1, item: 0))
    #expect(list.names == [["b", "c"], ["e", "d"]])
    list.setLimit(.first(1), section: 1)
    #expect(list.names == [["b", "c"], ["e"]] && list.numberOfHiddenItems(inSection: 1) == 1)
    list.limit = .all
    #expect(list.names == [["b", "c"], ["e"]])
    list.setLimit(nil, section: 1)
    #expect(list.names == [["b", "c"], ["e", "d"]])
    watcher.checkSource()
  }

  @Test func aSectionThatChangesAsWellHasUnknownKeys() throws {
    let racks = Racks.make([["a", "b"], ["c"]])
    let list = FoldedDataSource(racks, limit: .first(1))
    let watcher = SourceWatcher(list)
    try racks.performTogether {
      _ = try racks.remove(at: ItemPlace(section: 0, item: 1))
      try racks.reloadSection(at: 0)
    }
    #expect(watcher.updates.map(\.changes.sections.updated) == [[ListUpdate(old: 0, new: 0, keys: nil)]])
    // Without a limit, the inserted item is reported itself, so the section is not updated.
    list.limit = .all
    try racks.insert(Volume(id: 9, name: "d"), at: ItemPlace(section: 1, item: 0))
    #expect(watcher.updates.last?.changes.sections.updated == [])
    watcher.checkSource()
  }

  /// The list is compared with a model: the first items of each section.
  @Test("random edits, foldings and limits", arguments: RandomRuns.seeds(40))
  func random(seed: UInt64) throws {
    let racks = Racks(anomalies: .quiet)
    let editor = ShelfEditor(racks, seed: seed)
    racks.set(editor.content())
    let list = FoldedDataSource(racks)
    list.derived.patience = editor.random.one(of: [0, 2, 1000])
    let watcher = SourceWatcher(list)
    watcher.isExhaustive = editor.random.oneIn(4)
    var known = Self.totals(of: list)
    watcher.during = { update in
      let totals = Self.totals(of: list)
      for (index, section) in update.new.sections.enumerated() {
        guard let before = known[section.id], let now = totals[section.id], before != now,
          list.numberOfHiddenItems(inSection: index) > 0
        else { continue }
        let keys =
          update.changes.sections.updated.first { $0.new == index }.map(\.keys)
          ?? update.changes.sections.moved.first { $0.to == index }.map(\.keys)
        #expect(keys.map { $0?.contains(ItemAggregate.count.name) ?? true } == true, "seed \(seed): \(update.changes)")
      }
      known = totals
    }
    var model = (folded: SectionFolding<Int>(), limit: ItemLimit.all, limits: [Int: ItemLimit]())
    for step in 0..<80 {
      let number = editor.random.below(9)
      let limit = editor.random.one(of: [ItemLimit.all, .none, .first(1), .first(2), .first(4)])
      switch editor.random.below(12) {
      case 0:
        let isFolded = editor.random.oneIn(2)
        model.folded[number] = isFolded
        list.setFolded(isFolded, section: ListedID(number))
      case 1 where editor.random.oneIn(4):
        let isFolded = editor.random.oneIn(2)
        model.folded.setAll(isFolded)
        list.setAllFolded(isFolded)
      case 2:
        model.limits[number] = limit
        list.setLimit(limit, section: ListedID(number))
      case 3 where editor.random.oneIn(3):
        model.limit = limit
        list.limit = limit
      default: racks.performTogether { for _ in 0...editor.random.below(3) { editor.edit() } }
      }
      let wanted = racks.snapshot.sections.map { section -> [ListedID<Int>] in
        // The model keeps no state for a second appearance of a section.
        let isFirst = section.id.occurrence == 0
        let isFolded = isFirst ? model.folded[section.id.id] : model.folded.isFoldedByDefault
        let limit = (isFirst ? model.limits[section.id.id] : nil) ?? model.limit
        return section.items.prefix(isFolded ? 0 : limit.count ?? .max).map(\.id)
      }
      #expect(list.snapshot.sections.map { $0.items.map(\.id) } == wanted, "seed \(seed), step \(step)")
      #expect(list.snapshot.sectionIDs == racks.snapshot.sectionIDs, "seed \(seed), step \(step)")
      watcher.checkSource()
    }
  }

  private static func totals(of list: FoldedDataSource<Racks>) -> [ListedID<Int>: Int] {
    Dictionary(
      list.snapshot.sectionIDs.enumerated().map { ($1, list.totalNumberOfItems(inSection: $0)) },
      uniquingKeysWith: { first, _ in first })
  }
}
