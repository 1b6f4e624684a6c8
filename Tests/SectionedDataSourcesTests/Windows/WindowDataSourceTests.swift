import SectionedChanges
import SectionedTesting
import Testing

@testable import SectionedDataSources

@Suite("A window shows the last rows, and keeps its start")
struct WindowDataSourceTests {
  /// Makes a list with items a, b, … in one section.
  private static func racks(_ letters: Character...) -> Racks { Racks.make([letters.map { String($0) }]) }

  private static func append(_ name: String, _ id: Int, to racks: Racks) throws {
    try racks.append(Volume(id: id, name: name), toSection: 0)
  }

  @Test func newRowsComeAndNoneIsDropped() throws {
    let racks = Self.racks("a", "b", "c", "d", "e")
    let list = WindowDataSource(racks, last: 2)
    let watcher = SourceWatcher(list)
    #expect(list.names == [["d", "e"]] && list.numberOfEarlierItems == 3 && list.numberOfLaterItems == 0)
    try Self.append("f", 10, to: racks)
    #expect(list.names == [["d", "e", "f"]])
    // A row inserted before the first shown row is not shown. A row inserted after it is.
    try racks.insert(Volume(id: 11, name: "x"), at: ItemPlace(section: 0, item: 3))
    try racks.insert(Volume(id: 12, name: "y"), at: ItemPlace(section: 0, item: 5))
    #expect(list.names == [["d", "y", "e", "f"]] && list.numberOfEarlierItems == 4)
    #expect(watcher.updates.map(\.changes.items.inserted.count) == [1, 1])
    list.showEarlier(2)
    #expect(list.names == [["c", "x", "d", "y", "e", "f"]])
    list.showEarlier(10)
    list.showEarlier(0)
    #expect(list.names == [["a", "b", "c", "x", "d", "y", "e", "f"]] && list.numberOfEarlierItems == 0)
    #expect(watcher.updates.count == 4)
    watcher.checkSource()
  }

  /// Rows that were requested are shown when they are inserted, as a page that is loaded.
  @Test func rowsThatWereAskedForAreShownWhenTheyCome() throws {
    let racks = Self.racks("c", "d")
    let list = WindowDataSource(racks, last: 3)
    let watcher = SourceWatcher(list)
    try racks.insert(Volume(id: 10, name: "b"), at: ItemPlace(section: 0, item: 0))
    try racks.insert(Volume(id: 11, name: "a"), at: ItemPlace(section: 0, item: 0))
    #expect(list.names == [["b", "c", "d"]] && list.numberOfEarlierItems == 1)
    list.showEarlier(2)
    #expect(list.names == [["a", "b", "c", "d"]])
    try racks.insert(Volume(id: 12, name: "0"), at: ItemPlace(section: 0, item: 0))
    try racks.insert(Volume(id: 13, name: "-"), at: ItemPlace(section: 0, item: 0))
    #expect(list.names == [["0", "a", "b", "c", "d"]])
    watcher.checkSource()
  }

  @Test func aStartThatLeavesOrMovesIsFollowedByTheNextRow() throws {
    let racks = Self.racks("a", "b", "c", "d", "e", "f")
    let list = WindowDataSource(racks, last: 4)
    let watcher = SourceWatcher(list)
    try Self.append("g", 10, to: racks)
    try racks.move(from: ItemPlace(section: 0, item: 2), to: ItemPlace(section: 0, item: 6))
    #expect(list.names == [["d", "e", "f", "g", "c"]])
    _ = try racks.remove(at: ItemPlace(section: 0, item: 2))
    #expect(list.names == [["e", "f", "g", "c"]])
    // The window has fewer rows than requested, so an earlier row is shown.
    _ = try racks.remove(at: ItemPlace(section: 0, item: 5))
    #expect(list.names == [["b", "e", "f", "g"]])
    racks.removeAllItems()
    #expect(list.names == [])
    for (index, name) in ["h", "i", "j", "k", "l"].enumerated() { try Self.append(name, 20 + index, to: racks) }
    #expect(list.names == [["h", "i", "j", "k", "l"]])
    watcher.checkSource()
  }

  @Test func aJumpShowsTheRowsAroundOneAndLeadsBack() throws {
    let racks = Self.racks("a", "b", "c", "d", "e", "f", "g", "h", "i")
    let list = WindowDataSource(racks, last: 2)
    let watcher = SourceWatcher(list)
    #expect(!list.jump(to: 100) && watcher.updates.isEmpty)
    #expect(list.jump(to: 2, before: 1, after: 1))
    #expect(list.names == [["b", "c", "d"]] && list.numberOfEarlierItems == 1 && list.numberOfLaterItems == 5)
    // The new row is after the window.
    try Self.append("j", 10, to: racks)
    #expect(list.names == [["b", "c", "d"]] && list.numberOfLaterItems == 6)
    list.showLater(2)
    list.showEarlier(5)
    #expect(list.names == [["a", "b", "c", "d", "e", "f"]])
    // The jump's rows adjoin the window, so the window grows.
    #expect(list.jump(to: 7, before: 1, after: 0))
    #expect(list.names == [["a", "b", "c", "d", "e", "f", "g", "h"]])
    list.showLater(7)
    try Self.append("k", 11, to: racks)
    #expect(list.names[0].count == 11 && list.numberOfLaterItems == 0)
    #expect(list.jump(to: 0, before: .max, after: .max))
    _ = list.jump(to: 0, before: 0, after: -1)
    #expect(list.names[0].count == 11)
    watcher.checkSource()
  }

  /// All rows are requested: at an end that the window follows, and in the middle. Nothing overflows, also not when the
  /// request is repeated and the window then follows a step.
  @Test func theGreatestCountIsAllRowsAndTheLeastIsNone() throws {
    let racks = Self.racks("a", "b", "c", "d", "e")
    let list = WindowDataSource(racks, last: 1)
    let watcher = SourceWatcher(list)
    for count in [Int.min, -1, 0] { list.showEarlier(count) }
    #expect(list.names == [["e"]] && watcher.updates.isEmpty)
    for _ in 0..<2 { list.showEarlier(.max) }
    #expect(list.names == [["a", "b", "c", "d", "e"]] && watcher.updates.count == 1)
    try racks.insert(Volume(id: 10, name: "0"), at: ItemPlace(section: 0, item: 0))
    #expect(list.names == [["0", "a", "b", "c", "d", "e"]])

    let middle = WindowDataSource(racks, last: 1)
    let other = SourceWatcher(middle)
    middle.jump(to: 2, before: 0, after: 0)
    for count in [Int.min, -1, 0] { middle.showLater(count) }
    #expect(middle.names == [["c"]])
    middle.showEarlier(.max)
    #expect(middle.names == [["0", "a", "b", "c"]] && middle.numberOfLaterItems == 2)
    for _ in 0..<2 { middle.showLater(.max) }
    try Self.append("f", 11, to: racks)
    #expect(middle.names == [["0", "a", "b", "c", "d", "e", "f"]] && middle.numberOfLaterItems == 0)

    let all = WindowDataSource(racks, last: .max)
    all.showEarlier(.max)
    try Self.append("g", 12, to: racks)
    #expect(all.names == [["0", "a", "b", "c", "d", "e", "f", "g"]])
    watcher.checkSource()
    other.checkSource()
  }

  @Test func showLastLeadsBackToTheEnd() throws {
    let racks = Self.racks("a", "b", "c", "d", "e")
    let list = WindowDataSource(racks, last: 2)
    let watcher = SourceWatcher(list)
    list.showLast()
    #expect(watcher.updates.isEmpty)
    list.jump(to: 0, before: 0, after: 0)
    #expect(list.names == [["a"]])
    list.showLast()
    try Self.append("f", 10, to: racks)
    #expect(list.names == [["d", "e", "f"]])
    // A request within a step sees the list after the step.
    racks.performTogether {
      try? Self.append("g", 11, to: racks)
      list.jump(to: 11, before: 5, after: 0)
    }
    #expect(list.names == [["b", "c", "d", "e", "f", "g"]])
    watcher.checkSource()
  }

  @Test func sectionsWithoutARowInTheWindowAreNotShown() throws {
    let racks = Racks.make([["a", "b"], [], ["c", "d"], ["e"], []])
    let list = WindowDataSource(racks, last: 2)
    let watcher = SourceWatcher(list)
    #expect(list.names == [["d"], ["e"]] && list.sectionID(at: 0) == ListedID(2))
    list.showEarlier(2)
    #expect(list.names == [["b"], ["c", "d"], ["e"]])
    try racks.moveSection(from: 0, to: 3)
    #expect(list.names == [["c", "d"], ["e"], ["a", "b"]])
    try racks.append(Volume(id: 10, name: "f"), toSection: 4)
    #expect(list.names == [["c", "d"], ["e"], ["a", "b"], ["f"]])
    watcher.checkSource()
  }
}

extension WindowDataSourceTests {
  /// A model of the window: the identifiers of its rows, which are searched in the list at each step.
  private struct Model {
    var ids: [ListedID<Int>]
    var followsEnd = true
    var least: Int
    let count: Int

    init(_ all: [ListedID<Int>], last count: Int) {
      ids = all.suffix(count)
      (self.count, least) = (count, count)
    }

    /// - Parameters:
    ///   - all: the identifiers of all rows after the step.
    ///   - moved: the rows that the step moved.
    mutating func follow(_ all: [ListedID<Int>], moved: Set<ListedID<Int>>) {
      let stay = ids.filter { all.contains($0) && !moved.contains($0) }
      guard let first = stay.first.flatMap(all.firstIndex(of:)), let last = stay.last.flatMap(all.firstIndex(of:))
      else {
        self = Model(all, last: count)
        return
      }
      var (start, end) = (first, followsEnd ? all.count : last + 1)
      while end - start < least, start > 0 { start -= 1 }
      while end - start < least, end < all.count { end += 1 }
      show(start, end, all)
    }

    private mutating func show(_ start: Int, _ end: Int, _ all: [ListedID<Int>]) {
      (ids, followsEnd) = (Array(all[start..<end]), end == all.count)
    }

    private func bounds(in all: [ListedID<Int>]) -> (Int, Int) {
      guard let first = ids.first.flatMap(all.firstIndex(of:)) else { return (all.count, all.count) }
      return (first, first + ids.count)
    }

    mutating func showEarlier(_ more: Int, _ all: [ListedID<Int>]) {
      guard more > 0 else { return }
      let (start, end) = bounds(in: all)
      let followed = followsEnd
      least = max(least, ids.count + more)
      show(max(0, start - more), end, all)
      followsEnd = followed
      if !followed { least = ids.count }
    }

    mutating func showLater(_ more: Int, _ all: [ListedID<Int>]) {
      let (start, end) = bounds(in: all)
      guard more > 0, !followsEnd, end < all.count else { return }
      show(start, min(all.count, end + more), all)
      least = ids.count
    }

    mutating func jump(to id: ListedID<Int>, _ before: Int, _ after: Int, _ all: [ListedID<Int>]) {
      guard let row = all.firstIndex(of: id) else { return }
      var (start, end) = bounds(in: all)
      var (first, last) = (max(0, row - before), min(all.count, row + after + 1))
      while last - first < before + after + 1, last < all.count { last += 1 }
      while last - first < before + after + 1, first > 0 { first -= 1 }
      if last < start || end < first { (start, end) = (first, last) }
      let (newStart, newEnd) = (min(start, first), max(end, last))
      if Array(all[newStart..<newEnd]) == ids { return }
      show(newStart, newEnd, all)
      least = ids.count
    }
  }

  @Test("random edits and requests beside a model", arguments: RandomRuns.seeds(60))
  func random(seed: UInt64) throws {
    let racks = Racks(anomalies: .quiet)
    let editor = ShelfEditor(racks, seed: seed)
    racks.set(editor.content())
    let count = editor.random.one(of: [1, 3, 10])
    let list = WindowDataSource(racks, last: count)
    let watcher = SourceWatcher(list)
    watcher.isExhaustive = editor.random.oneIn(4)
    func all() -> [ListedID<Int>] { racks.snapshot.sections.flatMap { $0.items.map(\.id) } }
    var model = Model(all(), last: count)
    let token = racks.observe { update in
      // If a section moves, its rows count as moved.
      let sections = update.changes.sections.moved.map { update.old.sections[$0.from].items.map(\.id) }
      let moved = update.changes.items.moved.map { update.old[$0.from].id } + sections.flatMap { $0 }
      model.follow(update.new.sections.flatMap { $0.items.map(\.id) }, moved: Set(moved))
    }
    defer { withExtendedLifetime(token) {} }
    for step in 0..<80 {
      let (more, other) = (editor.random.below(6), editor.random.below(4))
      switch editor.random.below(12) {
      case 0:
        list.showEarlier(more)
        model.showEarlier(more, all())
      case 1:
        list.showLater(more)
        model.showLater(more, all())
      case 2, 3:
        guard !all().isEmpty else { break }
        let id = all()[editor.random.below(all().count)]
        list.jump(to: id, before: more, after: other)
        model.jump(to: id, more, other, all())
      case 4 where editor.random.oneIn(3):
        list.showLast()
        if !model.followsEnd { model = Model(all(), last: count) }
      default: racks.performTogether { for _ in 0...editor.random.below(3) { editor.edit() } }
      }
      #expect(list.snapshot.sections.flatMap { $0.items.map(\.id) } == model.ids, "seed \(seed), step \(step)")
      #expect(list.numberOfLaterItems == 0 || !model.followsEnd, "seed \(seed), step \(step)")
      #expect(
        list.numberOfEarlierItems + list.numberOfItems + list.numberOfLaterItems == racks.numberOfItems,
        "seed \(seed), step \(step)")
      watcher.checkSource()
    }
  }
}
