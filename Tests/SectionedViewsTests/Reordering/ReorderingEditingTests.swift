import CoreData
import Foundation
import SectionedChanges
import SectionedDataSources
import SectionedFetchedResults
import SectionedTesting
import SectionedViews
import Testing

@Suite("Edits of a view by the name of an attribute", .serialized)
@MainActor
struct ReorderingEditingTests {
  private typealias Source = FetchedDataSource<NSManagedObject, NSManagedObject>

  private func makeSource(
    _ library: ZoneLibrary, _ order: ZoneLibrary.Order, _ random: inout SeededRandom
  ) throws -> Source {
    let countries = (0..<3).map { library.country("c\($0)", $0) }
    for number in 0..<9 {
      library.zone(
        "z\(number)", random.below(6), in: countries[random.below(2)],
        ["isDone": random.oneIn(3), "rank": random.below(2)])
    }
    try library.context.save()
    let source = Source(library.controller(order))
    try source.performFetch()
    return source
  }

  private func names<Shown: SectionedDataSource>(_ source: Shown) -> [[String]] where Shown.Item == NSManagedObject {
    (0..<source.numberOfSections).map { source.items(inSection: $0).map(ZoneLibrary.name) }
  }

  @Test("in a filtered list, hidden rows keep their places around the shown ones", arguments: TestSeeds.seeds(16))
  func filtered(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let library = try ZoneLibrary(isOnMain: true)
    let source = try makeSource(library, ZoneLibrary.Order(), &random)
    let found = FilteredDataSource(
      source, keepsEmptySections: true, where: { $0.value(forKey: "isDone") as? Bool != true })
    let reordering = ListReordering(of: source, position: "position", section: "country")
    let editing = ListEditing(ListEditing(reordering), of: source, shownBy: found)
    let move = try #require(editing.move)
    var all = names(source)
    var shown = names(found)
    for step in 0..<60 {
      let (section, other) = (random.below(3), random.below(3))
      guard !shown[section].isEmpty else { continue }
      let from = random.below(shown[section].count)
      let to = random.below(shown[other].count + (section == other ? 0 : 1))
      // A view reports no move to the same place.
      if section == other, from == to { continue }
      let name = shown[section].remove(at: from)
      try move(ItemPlace(section: section, item: from), ItemPlace(section: other, item: to))
      all[section].removeAll { $0 == name }
      let before = to > 0 ? all[other].firstIndex(of: shown[other][to - 1]) : nil
      all[other].insert(name, at: before.map { $0 + 1 } ?? 0)
      shown[other].insert(name, at: to)
      #expect(names(found) == shown, "drag \(step) of seed \(seed)")
      #expect(names(source) == all, "drag \(step) of seed \(seed)")
    }
    try library.context.save()
    #expect(names(source) == all)
  }

  @Test("a row is dropped at the nearest place that the list's order allows", arguments: TestSeeds.seeds(8))
  func targets(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let library = try ZoneLibrary(isOnMain: true)
    var order = ZoneLibrary.Order()
    order.beginsWithRank = true
    let source = try makeSource(library, order, &random)
    let editing = ListEditing(ListReordering(of: source, position: "position"))
    for _ in 0..<40 {
      let (section, other) = (random.below(2), random.below(3))
      let counts = (0..<3).map { source.numberOfItems(inSection: $0) }
      guard counts[section] > 0 else { continue }
      let from = ItemPlace(section: section, item: random.below(counts[section]))
      let room = counts[other] - (section == other ? 1 : 0)
      let proposed = ItemPlace(section: other, item: random.below(room + 1))
      let place = editing.target(from, proposed)
      let id = try #require(source.itemID(at: from))
      try editing.move?(from, place)
      #expect(source.place(of: id) == place, "\(from) to \(proposed) of seed \(seed)")
    }
  }

  /// Rows of the rank before the item's rank come first, and rows of later ranks last; hidden rows are between them.
  @Test(
    "in a filtered list, too, a row is dropped at the nearest place that the order allows",
    arguments: TestSeeds.seeds(16))
  func filteredTargets(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let library = try ZoneLibrary(isOnMain: true)
    var order = ZoneLibrary.Order()
    order.beginsWithRank = true
    let source = try makeSource(library, order, &random)
    let found = FilteredDataSource(
      source, keepsEmptySections: true, where: { $0.value(forKey: "isDone") as? Bool != true })
    let editing = ListEditing(
      ListEditing(ListReordering(of: source, position: "position")), of: source, shownBy: found)
    for step in 0..<40 {
      let (section, other) = (random.below(2), random.below(3))
      guard found.numberOfItems(inSection: section) > 0 else { continue }
      let from = ItemPlace(section: section, item: random.below(found.numberOfItems(inSection: section)))
      let id = try #require(found.itemID(at: from))
      let rank = try #require(found.item(at: from)?.value(forKey: "rank") as? Int)
      var wanted = names(found)
      let name = wanted[section].remove(at: from.item)
      var others = found.items(inSection: other).compactMap { $0.value(forKey: "rank") as? Int }
      if section == other { others.remove(at: from.item) }
      try #require(others.count == wanted[other].count)
      let proposed = ItemPlace(section: other, item: random.below(others.count + 1))
      let (first, last) = (others.filter { $0 < rank }.count, others.filter { $0 <= rank }.count)
      let comment: Comment = "drag \(step) of seed \(seed): \(from) to \(proposed)"
      let place = editing.target(from, proposed)
      #expect(place == ItemPlace(section: other, item: min(max(proposed.item, first), last)), comment)
      // A view reports no move to the same place.
      if place == from { continue }
      try editing.move?(from, place)
      wanted[other].insert(name, at: place.item)
      #expect(found.place(of: id) == place && names(found) == wanted, comment)
    }
  }

  @Test("nothing is moved while the list has another order")
  func otherOrder() throws {
    var random = SeededRandom(seed: 1)
    let library = try ZoneLibrary(isOnMain: true)
    let source = try makeSource(library, ZoneLibrary.Order(), &random)
    let editing = ListEditing(ListReordering(of: source, position: "position"))
    let first = ItemPlace(section: 0, item: 0)
    #expect(editing.canMove(first) && editing.delete == nil && editing.insert == nil)
    try source.changeItemRequest { $0.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)] }
    #expect(!editing.canMove(first))
    #expect(throws: ListReorderingError.notSorted(by: "position", descriptors: ["name"])) {
      try editing.move?(first, ItemPlace(section: 0, item: 1))
    }
    #expect(!library.context.hasChanges)
  }

  @Test("each drop is saved once, with the edits of the library")
  func saving() throws {
    var random = SeededRandom(seed: 2)
    let library = try ZoneLibrary(isOnMain: true)
    let source = try makeSource(library, ZoneLibrary.Order(), &random)
    // Accessed on the main queue only.
    nonisolated(unsafe) var saves = 0
    let token = NotificationCenter.default.addObserver(
      forName: NSManagedObjectContext.didSaveObjectsNotification, object: library.context, queue: nil
    ) { _ in saves += 1 }
    defer { NotificationCenter.default.removeObserver(token) }
    let editing = ListEditing(ListReordering(of: source, position: "position")).saving(library.context)
    try editing.move?(ItemPlace(section: 0, item: 0), ItemPlace(section: 2, item: 0))
    #expect(saves == 1 && !library.context.hasChanges)
    #expect(names(source)[2].count == 1)
  }
}
