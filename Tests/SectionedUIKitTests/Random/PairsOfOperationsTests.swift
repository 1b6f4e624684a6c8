import CoreData
import SectionedChanges
import SectionedDataSources
import SectionedTesting
import SectionedUIKit
import SectionedViews
import Testing
import UIKit

/// The operations of MUKDataSource's tests on its views: insertions, deletions, reloads and moves of sections and
/// items. Each operation is tested alone, and with each other operation.
@Suite("Views accept each pair of operations on sections and items in one update", .serialized)
@MainActor
struct PairsOfOperationsTests {
  /// The 8 operations, and the 28 pairs of two.
  nonisolated static let combinations: [[ListOperation]] = {
    let all = ListOperation.allCases
    return all.map { [$0] } + all.indices.flatMap { first in all[(first + 1)...].map { [all[first], $0] } }
  }()

  /// Performs operations as one update, in both orders and at several places. Rows are selected and edited meanwhile.
  private func play<Source: SectionedDataSource>(
    _ operations: [ListOperation], isTable: Bool, _ seed: UInt64, _ source: Source,
    perform: ([ListOperation], inout SeededRandom) throws -> Void
  ) throws {
    var random = SeededRandom(seed: seed)
    let player: any RandomScreen
    let view: any ShownView
    if isTable {
      let table = RandomTable(source, &random) {}
      player = ViewPlayer(source, table.binding.presenter, table, &random) {}
      view = table
    } else {
      let collection = RandomCollection(source, &random) {}
      player = ViewPlayer(source, collection.binding.presenter, collection, &random) {}
      view = collection
    }
    let refusals = try Refusals.recorded {
      view.scroll.frame.size.height = random.oneIn(2) ? 440 : 120
      player.check("at first")
      if random.oneIn(2) { view.scroll.drag(to: 60) }
      if let path = view.visible.randomElement(using: &random) { view.tap(path) }
      if let path = view.visible.randomElement(using: &random) { view.cell(at: path)?.field?.becomeFirstResponder() }
      try perform(operations, &random)
      player.check("after \(operations)")
    }
    #expect(refusals == [], "seed \(seed)")
    #expect(player.faults == [], "seed \(seed)")
  }

  private func play(
    _ operations: [ListOperation], isTable: Bool, _ body: ([ListOperation], UInt64) throws -> Void
  ) throws {
    for order in Set([operations, operations.reversed()]) {
      for seed in TestSeeds.seeds(12, from: 0) { try body(order, seed) }
    }
  }

  private func memory(_ operations: [ListOperation], isTable: Bool) throws {
    try play(operations, isTable: isTable) { order, seed in
      // The initial list: 1: 10 11 12 | 2: 20 21 22 | 3: | 4: 40
      let list = Shelves(
        [[10, 11, 12], [20, 21, 22], [], [40]].enumerated().map {
          SectionContent(Shelf(id: $0 + 1), items: $1.map { Book(id: $0) })
        }, anomalies: AnomalyHandler { _ in })
      try play(order, isTable: isTable, seed, list) { order, random in
        try list.performUpdates { for operation in order { try perform(operation, on: list, &random) } }
      }
    }
  }

  private func fetched(_ operations: [ListOperation], isTable: Bool) throws {
    try play(operations, isTable: isTable) { order, seed in
      let albums = try FetchedAlbums([3, 3, 0, 1])
      try play(order, isTable: isTable, seed, albums.source) { order, random in
        for operation in order { albums.perform(operation, &random) }
        albums.context.processPendingChanges()
      }
    }
  }

  @Test("a table of a list in memory", arguments: combinations)
  func tableOfMemory(operations: [ListOperation]) throws {
    #expect(Self.combinations.count == 36)
    try memory(operations, isTable: true)
  }

  @Test("a collection of a list in memory", arguments: combinations)
  func collectionOfMemory(operations: [ListOperation]) throws { try memory(operations, isTable: false) }

  @Test("a table of fetched objects whose sections are objects", arguments: combinations)
  func tableOfFetched(operations: [ListOperation]) throws { try fetched(operations, isTable: true) }

  @Test("a collection of fetched objects whose sections are objects", arguments: combinations)
  func collectionOfFetched(operations: [ListOperation]) throws { try fetched(operations, isTable: false) }

  private func perform(_ operation: ListOperation, on list: Shelves, _ random: inout SeededRandom) throws {
    let sections = list.numberOfSections
    let (section, other) = (random.below(sections), random.below(sections))
    let full = (0..<sections).filter { list.numberOfItems(inSection: $0) > 0 }
    let from = random.one(of: full)
    let place = ItemPlace(section: from, item: random.below(list.numberOfItems(inSection: from)))
    let (new, title) = (900 + random.below(50), "\(random.below(1_000))")
    switch operation {
    case .insertSection:
      try list.insertSection(Shelf(id: new), items: random.oneIn(2) ? [] : [Book(id: new)], at: section)
    case .deleteSection: try list.removeSection(at: section)
    case .reloadSection:
      let shelf = try #require(list.section(at: section))
      try list.replaceSection(at: section, with: Shelf(id: shelf.id, title: title))
    case .moveSection: try list.moveSection(from: section, to: other)
    case .insertItem:
      let count = list.numberOfItems(inSection: section)
      try list.insert(Book(id: new + 100), at: ItemPlace(section: section, item: random.below(count + 1)))
    case .deleteItem: try list.remove(at: place)
    case .reloadItem:
      let book = try #require(list.item(at: place))
      try list.replace(book.id, with: Book(id: book.id, title: title))
    case .moveItem:
      let room = list.numberOfItems(inSection: other) + (other == from ? 0 : 1)
      try list.move(from: place, to: ItemPlace(section: other, item: random.below(room)))
    }
  }
}
