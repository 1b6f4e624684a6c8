import SectionedChanges
import SectionedTesting
import Testing

@testable import SectionedViews

/// A naive list, whose sections and items are identifiers.
private struct NaiveList: Equatable {
  struct Section: Equatable {
    let id: Int
    var items: [Int]
  }
  var sections: [Section]

  init(_ list: SectionedSnapshot<Int, Int>) {
    sections = list.sections.map { Section(id: $0.element.id, items: $0.items.map(\.id)) }
  }

  /// The list of a stage of a plan.
  init(_ stage: StageModel<Int, Int>, _ new: SectionedSnapshot<Int, Int>) {
    sections = (0..<stage.numberOfSections).map { section in
      let items = (0..<stage.numberOfItems(inSection: section)).map { item in
        new[stage.newPlace(of: ItemPlace(section: section, item: item))].id
      }
      return Section(id: stage.section(at: section).id, items: items)
    }
  }

  /// Applies the operations one after the other, as a view does.
  mutating func apply(_ steps: ListSteps, _ new: NaiveList) {
    for group in steps.removedItems {
      for item in group.items.reversed() { sections[group.section].items.remove(at: item) }
    }
    for section in steps.removedSections.reversed() { sections.remove(at: section) }
    for move in steps.movedSections { sections.insert(sections.remove(at: move.from), at: move.to) }
    for section in steps.insertedSections { sections.insert(new.sections[section], at: section) }
    for move in steps.movedItems {
      let item = sections[move.from.section].items.remove(at: move.from.item)
      sections[move.to.section].items.insert(item, at: move.to.item)
    }
    for group in steps.insertedItems {
      for item in group.items {
        sections[group.section].items.insert(new.sections[group.section].items[item], at: item)
      }
    }
  }

  /// The rows of a view without sections. The row of a section is negative.
  func rows(_ hasSectionRows: Bool) -> [Int] {
    sections.flatMap { (hasSectionRows ? [-$0.id] : []) + $0.items }
  }

  func flat(_ hasSectionRows: Bool) -> FlatRows {
    FlatRows(sections.map(\.items.count), hasSectionRows: hasSectionRows)
  }
}

extension RowSteps {
  /// The rows after the operations, which are applied one after the other.
  fileprivate func applied(to old: [Int], _ new: [Int]) -> [Int] {
    var rows = old
    for row in removed.reversed() { rows.remove(at: row) }
    for move in moved { rows.insert(rows.remove(at: move.from), at: move.to) }
    for row in inserted { rows.insert(new[row], at: row) }
    return rows
  }
}

@Suite("Batches as operations that are applied one after the other")
struct ListStepsTests {
  @Test("They make the new list, and are as many as the changes", arguments: TestSeeds.seeds(64))
  func steps(seed: UInt64) throws {
    var generator = SnapshotGenerator(seed: seed)
    var old = generator.list(sections: 6, items: 24)
    for _ in 0..<20 {
      let new = generator.edited(old, edits: generator.random.below(10))
      var list = NaiveList(old)
      for stage in try UpdatePlan(SectionedChangeSet(from: old, to: new), new: new).stages {
        let batch = ListBatch(stage.changes)
        let after = NaiveList(stage.after, new)
        let steps = ListSteps(batch)
        for hasSectionRows in [true, false] { try checkRows(batch, list, after, hasSectionRows, seed) }
        list.apply(steps, after)
        try #require(list == after, "seed \(seed): \(batch)")
        #expect(steps.movedSections.count == batch.movedSections.count, "seed \(seed): \(batch)")
        #expect(steps.movedItems.count == batch.movedItems.count, "seed \(seed): \(batch)")
        #expect(steps.removedItems.map(\.items.count).reduce(0, +) == batch.deletedItems.count)
        #expect(steps.insertedItems.map(\.items.count).reduce(0, +) == batch.insertedItems.count)
      }
      #expect(list == NaiveList(new), "seed \(seed)")
      old = new
    }
  }

  /// Checks the rows after a batch. Rows that are in both lists stay or move, so that a view keeps their selection;
  /// only the other ones are removed or inserted.
  private func checkRows(
    _ batch: ListBatch, _ old: NaiveList, _ new: NaiveList, _ hasSectionRows: Bool, _ seed: UInt64
  ) throws {
    let (before, after) = (old.rows(hasSectionRows), new.rows(hasSectionRows))
    let steps = RowSteps(batch, from: old.flat(hasSectionRows), to: new.flat(hasSectionRows))
    try #require(steps.applied(to: before, after) == after, "seed \(seed): \(batch)")
    #expect(Set(steps.removed.map { before[$0] }) == Set(before).subtracting(after), "seed \(seed): \(batch)")
    #expect(Set(steps.inserted.map { after[$0] }) == Set(after).subtracting(before), "seed \(seed): \(batch)")
    let movedRows = batch.movedSections.map { old.sections[$0.from].items.count + (hasSectionRows ? 1 : 0) }
    #expect(steps.moved.count <= batch.movedItems.count + movedRows.reduce(0, +), "seed \(seed): \(batch)")
  }

  @Test("Permutations need as many moves as elements leave their order", arguments: TestSeeds.seeds(32, from: 100))
  func permutations(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for _ in 0..<20 {
      let old = Array(0..<random.below(12))
      let new = old.shuffled(using: &random)
      let lists = [old, new].map { list in
        SectionedSnapshot<Int, Int>(
          sections: [SectionedSnapshot<Int, Int>.Section(0, items: ChunkedArray(list.map { ListElement($0) }))])
      }
      let batch = ListBatch(try SectionedChangeSet(from: lists[0], to: lists[1]))
      let steps = ListSteps(batch)
      #expect(steps.movedItems.count == batch.movedItems.count, "seed \(seed)")
      var rows = old
      for move in steps.movedItems { rows.insert(rows.remove(at: move.from.item), at: move.to.item) }
      #expect(rows == new, "seed \(seed)")
    }
  }

  @Test("A row of a view without sections is a section or an item, and each gap but the first has a place")
  func flatRows() {
    let rows = FlatRows([2, 0, 1], hasSectionRows: true)
    #expect(
      (0..<rows.count).map { rows.row(at: $0) } == [
        .section(0), .item(ItemPlace(section: 0, item: 0)), .item(ItemPlace(section: 0, item: 1)), .section(1),
        .section(2), .item(ItemPlace(section: 2, item: 0)),
      ])
    #expect(rows.row(at: 6) == nil)
    #expect(rows.row(at: -1) == nil)
    let ends: [(Int, Int)?] = [nil, (0, 0), (0, 1), (0, 2), (1, 0), (2, 0), (2, 1)]
    let places = ends.map { end in end.map { ItemPlace(section: $0.0, item: $0.1) } }
    #expect((0...rows.count).map { rows.place(ofGapAbove: $0) } == places)
    #expect(FlatRows([], hasSectionRows: false).place(ofGapAbove: 0) == nil)
    #expect(FlatRows([0], hasSectionRows: false).place(ofGapAbove: 0) == ItemPlace(section: 0, item: 0))
    #expect(rows.row(of: ItemPlace(section: 1, item: 0)) == nil)
    #expect(rows.row(of: ItemPlace(section: 2, item: 0)) == 5)
    #expect(rows.row(ofSection: 2) == 4)
  }

  @Test("Indices of the old list, applied one after the other, remove the wrong row")
  func oldIndices() {
    var batch = ListBatch()
    batch.deletedItems = [ItemPlace(section: 0, item: 0), ItemPlace(section: 0, item: 2)]
    var rows = ["a", "b", "c", "d"]
    for place in batch.deletedItems { rows.remove(at: place.item) }
    #expect(rows == ["b", "c"])
    rows = ["a", "b", "c", "d"]
    for group in ListSteps(batch).removedItems { for item in group.items.reversed() { rows.remove(at: item) } }
    #expect(rows == ["b", "d"])
  }
}
