import SectionedChanges
import SectionedTesting
import Testing

@testable import SectionedDataSources

@Suite("A row behind the shown items of a section says how many more there are")
struct MoreRowTests {
  typealias Folded = FoldedDataSource<Racks>

  /// The names of the items, and the texts of the rows for more.
  private static func text(_ list: MoreRowDataSource<Folded>) -> [[String]] {
    (0..<list.numberOfSections).map { section in
      list.items(inSection: section).map { row in
        switch row {
        case .item(let item): item.name
        case .more(let row): "\(row)"
        }
      }
    }
  }

  @Test func aTouchShowsAPageOrAll() throws {
    let racks = Racks.make([["a", "b", "c", "d"], ["e"], []])
    let folded = Folded(racks, limit: .first(1))
    let list = MoreRowDataSource(folded, page: 2)
    let watcher = SourceWatcher(list)
    #expect(Self.text(list) == [["a", "3 more"], ["e"], []])
    let first = try #require(list.moreRow(ofSectionAt: 0))
    #expect(list.moreRow(ofSectionAt: 1) == nil && list.moreRow(ofSectionAt: 3) == nil)
    list.showMore(first)
    #expect(Self.text(list) == [["a", "b", "c", "1 more"], ["e"], []])
    // A row of an older version shows more, too.
    list.page = nil
    list.showMore(first)
    #expect(Self.text(list) == [["a", "b", "c", "d"], ["e"], []])
    #expect(folded.limit(ofSectionAt: 0) == .all)
    #expect(watcher.updates.map(\.changes.items.inserted.count) == [2, 1])
    #expect(watcher.updates.map(\.changes.items.deleted.count) == [0, 1])
    for section in [0, 1, 2, 3, -1] { list.showMore(inSection: section) }
    #expect(watcher.updates.count == 2)
    // A row of another source, and a row without a source.
    let other = MoreRowDataSource(Folded(racks, limit: .first(1)))
    other.showMore(first)
    other.showMore(MoreRow(count: 3))
    #expect(Self.text(other) == [["a", "3 more"], ["e"], []])
    watcher.checkSource()
  }

  @Test func theRowFollowsHiddenItems() throws {
    let racks = Racks.make([["a", "b"], ["c"]])
    let list = MoreRowDataSource(Folded(racks, limit: .first(1)))
    let watcher = SourceWatcher(list)
    try racks.insert(Volume(id: 9, name: "d"), at: ItemPlace(section: 0, item: 2))
    #expect(Self.text(list) == [["a", "2 more"], ["c"]])
    let place = ItemPlace(section: 0, item: 1)
    #expect(
      watcher.updates.last?.changes.items == ListChanges(updated: [ListUpdate(old: place, new: place, keys: nil)]))
    // A hidden item becomes visible, and the row remains. When no item is hidden any more, the row is removed.
    _ = try racks.remove(at: ItemPlace(section: 0, item: 0))
    #expect(Self.text(list) == [["b", "1 more"], ["c"]])
    _ = try racks.remove(at: ItemPlace(section: 0, item: 1))
    #expect(Self.text(list) == [["b"], ["c"]])
    // A row moves with its section.
    try racks.insert(Volume(id: 10, name: "e"), at: ItemPlace(section: 1, item: 1))
    try racks.moveSection(from: 0, to: 1)
    #expect(Self.text(list) == [["c", "1 more"], ["b"]])
    watcher.checkSource()
  }

  @Test func aFoldedSectionHasNoRow() throws {
    let racks = Racks.make([["a", "b"], ["c", "d"]])
    let folded = Folded(racks, limit: .first(1))
    let list = MoreRowDataSource(folded)
    let watcher = SourceWatcher(list)
    folded.setFolded(true, section: 0)
    #expect(Self.text(list) == [[], ["c", "1 more"]])
    folded.setLimit(ItemLimit.none, section: 1)
    #expect(Self.text(list) == [[], []])
    folded.setFolded(false, section: 0)
    #expect(Self.text(list) == [["a", "1 more"], []])
    #expect(watcher.updates.map(\.changes.items.deleted.count) == [2, 2, 0])
    watcher.checkSource()
  }

  /// The limits stay as they are, so that the sections show one item when they are unfolded or get more items.
  @Test("a section without a row keeps its limit", arguments: [nil, 2])
  func noRow(page: Int?) throws {
    let racks = Racks.make([["a", "b"], ["e"], []])
    let folded = Folded(racks, limit: .first(1))
    let list = MoreRowDataSource(folded, page: page)
    let watcher = SourceWatcher(list)
    let row = try #require(list.moreRow(ofSectionAt: 0))
    folded.setFolded(true, section: 0)
    list.showMore(row)
    for section in 0...3 { list.showMore(inSection: section) }
    #expect((0...2).map { folded.limit(ofSectionAt: $0) } == [.first(1), .first(1), .first(1)])
    #expect(Self.text(list) == [[], ["e"], []] && watcher.updates.count == 1)
    folded.setFolded(false, section: 0)
    try racks.append(Volume(id: 10, name: "f"), toSection: 1)
    try racks.append(contentsOf: [Volume(id: 11, name: "g"), Volume(id: 12, name: "h")], toSection: 2)
    #expect(Self.text(list) == [["a", "1 more"], ["e", "1 more"], ["g", "1 more"]])
    watcher.checkSource()
  }

  @Test func aHugePageIsAllAndTheLeastIsOne() {
    let list = MoreRowDataSource(Folded(Racks.make([["a", "b"]]), limit: .first(1)), page: .max)
    list.showMore(inSection: 0)
    #expect(Self.text(list) == [["a", "b"]])
    let least = MoreRowDataSource(Folded(Racks.make([["a", "b", "c"]]), limit: .first(1)), page: -4)
    least.showMore(inSection: 0)
    #expect(Self.text(least) == [["a", "b", "1 more"]])
  }

  /// The method is called in an observer, and within one step with an edit.
  @Test func aTouchInTheMidstOfAStep() throws {
    let racks = Racks.make([["a", "b", "c"], ["d", "e"]])
    let list = MoreRowDataSource(Folded(racks, limit: .first(1)), page: 1)
    let watcher = SourceWatcher(list)
    var isDone = false
    watcher.during = { _ in
      if isDone { return }
      isDone = true
      list.showMore(inSection: 1)
    }
    try racks.performTogether {
      _ = try racks.remove(at: ItemPlace(section: 0, item: 0))
      list.showMore(inSection: 0)
    }
    #expect(Self.text(list) == [["b", "c"], ["d", "e"]])
    #expect(watcher.updates.count == 2)
    watcher.checkSource()
  }

  /// The list is compared with a model: the shown items, and a row in each section that shows some of its items, but
  /// not all.
  @Test("random edits, foldings, limits and touches", arguments: RandomRuns.seeds(40))
  func random(seed: UInt64) throws {
    let racks = Racks(anomalies: .quiet)
    let editor = ShelfEditor(racks, seed: seed)
    racks.set(editor.content())
    let folded = Folded(racks, limit: .first(2))
    let list = MoreRowDataSource(folded, page: editor.random.one(of: [1, 2, nil]))
    let watcher = SourceWatcher(list)
    watcher.isExhaustive = editor.random.oneIn(4)
    for step in 0..<80 {
      let section = editor.random.below(9)
      switch editor.random.below(10) {
      case 0: folded.setFolded(editor.random.oneIn(2), section: section)
      case 1: folded.limit = editor.random.one(of: [.all, .none, .first(1), .first(2), .first(4)])
      case 2: folded.setLimit(editor.random.one(of: [nil, .first(1), .first(3)]), section: section)
      case 3, 4:
        let (hasRow, limit) = (list.moreRow(ofSectionAt: section) != nil, folded.limit(ofSectionAt: section))
        list.showMore(inSection: section)
        #expect(hasRow == (folded.limit(ofSectionAt: section) != limit), "seed \(seed), step \(step)")
      default: racks.performTogether { for _ in 0...editor.random.below(3) { editor.edit() } }
      }
      let wanted = folded.snapshot.sections.enumerated().map { index, section -> [String] in
        let (shown, total) = (section.items.count, racks.snapshot.sections[index].items.count)
        let names = folded.items(inSection: index).map(\.name)
        return shown > 0 && shown < total ? names + ["\(total - shown) more"] : names
      }
      #expect(Self.text(list) == wanted, "seed \(seed), step \(step)")
      watcher.checkSource()
    }
  }
}
