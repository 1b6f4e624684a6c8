import Foundation
import OrderedRows
import SectionedTesting
import Testing

@testable import CoreData

@Suite("Results list against filter, sort and group, over random edits") struct ResultsListTests {
  static let seed =
    ProcessInfo.processInfo.environment["SECTIONS_SEED"].flatMap(UInt64.init) ?? .random(in: 1...UInt64.max)

  private static func lists(_ sizes: [Int]) -> [(shape: ListedObjects.Shape, size: Int)] {
    TestSeeds.share(of: ListedObjects.Shape.allCases.flatMap { shape in sizes.map { (shape, $0) } })
  }

  @Test(arguments: lists([4, 40, 400]))
  func everyEventLeadsToTheFreshList(shape: ListedObjects.Shape, size: Int) throws {
    print("results list, \(shape), \(size): SECTIONS_SEED=\(Self.seed)")
    try follow(ListedObjects(shape: shape), size) { _, _ in }
  }

  // Places are found with the store's saved rows. Some or all objects, even the neighbours of new ones, have unsaved
  // values, are gone, or do not belong to the list.
  @Test(arguments: ListedObjects.Shape.allCases, [4, 40, 100])
  func placesAreFoundByWhatAStoreSaysOfItsRows(shape: ListedObjects.Shape, size: Int) throws {
    print("results list, with a store, \(shape), \(size): SECTIONS_SEED=\(Self.seed)")
    let objects = ListedObjects(shape: shape)
    try follow(objects, size) { objects, generator in
      if objects.saved == nil || .random(in: 0..<3, using: &generator) == 0 { objects.saved = objects.objects }
    }
    if objects.isIndexed {
      #expect(objects.answers.rows > 0)
      #expect(objects.answers.ends > 0)
    }
  }

  /// - Parameter prepare: called before each event.
  private func follow(
    _ start: ListedObjects, _ size: Int, prepare: (inout ListedObjects, inout SeededRandom) -> Void
  ) throws {
    let shape = start.shape
    var generator = SeededRandom(seed: Self.seed)
    var objects = start
    for key in 1...Int64(size) { objects.objects[key] = object(shape, size, using: &generator) }
    var list = try objects.freshList()
    for _ in 0..<60 {
      prepare(&objects, &generator)
      let before = list.sections
      let touches = edit(&objects, size, using: &generator)
      var expected = list
      let changes = DelegateChanges(try list.apply(touches, from: objects))
      try compare(list, objects)
      try check(changes, from: before, to: list.sections, changed: touches)
      // The other algorithm, which fetches again, must report the same.
      let fetched = DelegateChanges(expected.replace(with: try objects.freshList(), touches: touches))
      // That algorithm knows only the two lists, and of sections that change places it moves the smaller ones.
      try check(
        fetched, from: before, to: expected.sections, changed: touches, movesOthers: shape == .byRankedGroup)
      if shape == .flat || shape == .byGroup { try #require(describe(fetched) == describe(changes)) }
    }
  }

  @Test(arguments: ListedObjects.Shape.allCases) func afterAFailureTheListIsWhatItWas(shape: ListedObjects.Shape) throws
  {
    print("results list, failures, \(shape): SECTIONS_SEED=\(Self.seed)")
    var generator = SeededRandom(seed: Self.seed)
    var objects = ListedObjects(shape: shape)
    for key in 1...Int64(30) { objects.objects[key] = object(shape, 30, using: &generator) }
    for _ in 0..<200 {
      var list = try objects.freshList()
      let before = list.sections
      var edited = objects
      let touches = edit(&edited, 30, using: &generator)
      // A row is gone without a report. Often it is one that the search for a section's place reads, so that the
      // failure comes after some sections are already inserted.
      let candidates =
        Bool.random(using: &generator) ? before.compactMap(\.rows.first) : before.flatMap(\.rows)
      let lost = try #require(candidates.randomElement(using: &generator))
      edited.objects[lost.primaryKey] = nil
      do {
        _ = try list.apply(touches, from: edited)
      } catch is UnsoundList {
        try #require(list.sections.map(\.key) == before.map(\.key))
        try #require(list.sections.map(\.rows) == before.map(\.rows))
        list.withRows { $0.expectPlaces() }
        for section in before where objects.isGrouped {
          try #require(list.section(of: section.key).map(list.key(of:)) == section.key)
        }
      }
      objects.objects[.random(in: 1...30, using: &generator)]?.rank = .random(in: 0...30, using: &generator)
    }
  }

  private func object(
    _ shape: ListedObjects.Shape, _ size: Int, using generator: inout SeededRandom
  ) -> ListedObjects.Object {
    let groups = Int64(max(2, size / 8))
    return ListedObjects.Object(
      group: shape == .byGroupCollated
        ? .random(in: 1...groups, using: &generator) : .random(in: -groups...groups, using: &generator),
      rank: .random(in: 0...Int64(size), using: &generator), belongs: .random(in: 0..<5, using: &generator) > 0
    )
  }

  /// Changes one object, a few or many, or the ranks of groups, which moves all objects in these groups.
  private func edit(_ objects: inout ListedObjects, _ size: Int, using generator: inout SeededRandom) -> [ResultsTouch]
  {
    if objects.shape == .byRankedGroup, .random(in: 0..<3, using: &generator) == 0 {
      let groups = Set(objects.objects.values.map(\.group)).sorted().shuffled(using: &generator)
      let moved = Set(groups.prefix(.random(in: 1...3, using: &generator)))
      for group in moved.sorted() { objects.groupRanks[group] = .random(in: -9...9, using: &generator) }
      return objects.objects.filter { moved.contains($0.value.group) }.keys.sorted().map { number in
        ResultsTouch(key: RowKey(entity: 0, primaryKey: number), effect: .unknown, isChanged: true)
      }
    }
    let count =
      switch Int.random(in: 0..<8, using: &generator) {
      case 0, 1: size / 2 + 1
      case 2, 3, 4: Int.random(in: 2...4, using: &generator)
      default: 1
      }
    var touches: [ResultsTouch] = []
    for number in (1...Int64(size + 4)).shuffled(using: &generator).prefix(count) {
      let key = RowKey(entity: 0, primaryKey: number)
      var changed = object(objects.shape, size, using: &generator)
      var effect = ResultsTouch.Effect.unknown
      switch Int.random(in: 0..<8, using: &generator) {
      case 0:
        objects.objects[number] = nil
        effect = .gone
      case 1, 2:
        effect = objects.objects[number] == nil ? .unknown : .samePlace
      case 3, 4:
        // A small step, so that the object often stays between its neighbours.
        changed = objects.objects[number] ?? changed
        changed.rank += .random(in: -1...1, using: &generator)
        objects.objects[number] = changed
      default: objects.objects[number] = changed
      }
      touches.append(ResultsTouch(key: key, effect: effect, isChanged: true))
    }
    return touches
  }

  private func compare(_ list: ResultsList, _ objects: ListedObjects) throws {
    var copy = list
    copy.withRows { $0.expectPlaces() }
    try #require(list.sections.map(\.key) == objects.sections.map(\.key))
    try #require(list.sections.map(\.rows) == objects.sections.map(\.rows))
    for section in objects.sections where objects.isGrouped {
      try #require(list.section(of: section.key).map(list.key(of:)) == section.key)
    }
  }

  private func describe(_ changes: DelegateChanges) -> String {
    """
    deleted sections \(changes.deletedSections.map(\.index)), inserted sections \(changes.insertedSections.map(\.index))
    deleted \(changes.deleted.map(\.place)), inserted \(changes.inserted.map(\.place))
    moved \(changes.moved.map { [$0.old, $0.new] }), updated \(changes.updated.map { [$0.old, $0.new] })
    """
  }

  /// Replays the changes on the old list, and counts the objects that do not move.
  private func check(
    _ changes: DelegateChanges, from old: [(key: SectionKey, rows: [RowKey])],
    to new: [(key: SectionKey, rows: [RowKey])], changed touches: [ResultsTouch], movesOthers: Bool = false
  ) throws {
    var sections = old.map(\.rows)
    let leaving = changes.deleted.map(\.place) + changes.moved.map(\.old)
    try #require(Set(leaving + changes.updated.map(\.old)).count == leaving.count + changes.updated.count)
    for place in leaving.sorted(by: >) { sections[place.section].remove(at: place.item) }
    for section in changes.deletedSections {
      try #require(sections[section.index].isEmpty)
      sections.remove(at: section.index)
    }
    for section in changes.insertedSections { sections.insert([], at: section.index) }
    let coming = changes.inserted.map { ($0.key, $0.place) } + changes.moved.map { ($0.key, $0.new) }
    for (key, place) in coming.sorted(by: { $0.1 < $1.1 }) { sections[place.section].insert(key, at: place.item) }
    try #require(sections == new.map(\.rows))

    for update in changes.updated {
      try #require(old[update.old.section].rows[update.old.item] == update.key)
      try #require(new[update.new.section].rows[update.new.item] == update.key)
    }
    let survivors = Set(old.flatMap(\.rows)).intersection(new.flatMap(\.rows))
    let reported = Set(changes.moved.map(\.key) + changes.updated.map(\.key))
    try #require(reported.isSuperset(of: survivors.intersection(touches.map(\.key))))
    try #require(movesOthers || reported.isSubset(of: touches.map(\.key)))
    try #require(changes.moved.count == survivors.count - mostThatStay(changes, old, new, Set(touches.map(\.key))))
  }

  /// Returns the number of objects in the heaviest increasing subsequence of each remaining section, by a simple
  /// quadratic algorithm.
  private func mostThatStay(
    _ changes: DelegateChanges, _ old: [(key: SectionKey, rows: [RowKey])], _ new: [(key: SectionKey, rows: [RowKey])],
    _ changed: Set<RowKey>
  ) -> Int {
    let deleted = Set(changes.deletedSections.map(\.index))
    let inserted = Set(changes.insertedSections.map(\.index))
    let oldStaying = old.indices.filter { !deleted.contains($0) }.map { old[$0].rows }
    let newStaying = new.indices.filter { !inserted.contains($0) }.map { new[$0].rows }
    var count = 0
    for (before, after) in zip(oldStaying, newStaying) {
      let shared = after.compactMap { key in before.firstIndex(of: key).map { ($0, changed.contains(key) ? 1 : 1_001) }
      }
      var best: [Int] = []
      for (position, element) in shared.enumerated() {
        best.append(element.1 + ((0..<position).filter { shared[$0].0 < element.0 }.map { best[$0] }.max() ?? 0))
      }
      count += best.max().map { $0 % 1_000 } ?? 0
    }
    return count
  }
}
