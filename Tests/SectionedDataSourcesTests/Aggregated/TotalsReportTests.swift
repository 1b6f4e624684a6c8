import CoreData
import SectionedChanges
import SectionedFetchedResults
import SectionedTesting
import Testing

@testable import SectionedDataSources

/// Reports about other programs, by project and number, with scenarios of our own.
@Suite("What people asked of totals")
struct TotalsReportTests {
  private static func amount(_ id: Int, _ amount: Int) -> Volume { Volume(id: id, name: "e\(id)", tags: [amount]) }

  // Nightonke/CoCoin #47, Expensify/App #61070: after an old amount is edited, the total stays as it was.
  // emilsjolander/StickyListHeaders #84: the header cannot be updated without reloading the whole list.
  @Test func anEditedAmountUpdatesTheHeaderAndTheTotalAlone() throws {
    let days = Racks(
      [
        SectionContent(Rack(id: 1), items: [Self.amount(1, 10), Self.amount(2, 5)]),
        SectionContent(Rack(id: 2), items: [Self.amount(3, 7)]),
      ], anomalies: .quiet)
    let sums = AggregatedDataSource(days, [.sum("amount") { $0.tags.first }])
    let watcher = SourceWatcher(sums)
    #expect(sums.value(of: "amount", inSection: 0) == .integer(15) && sums.value(of: "amount") == .integer(22))
    try days.replace(ListedID(2), with: Self.amount(2, 6))
    #expect(sums.value(of: "amount", inSection: 0) == .integer(16) && sums.value(of: "amount") == .integer(23))
    let changes = try #require(watcher.updates.last?.changes)
    #expect(changes.sections.updated == [ListUpdate(old: 0, new: 0, keys: ["amount"])] && changes.count == 2)
    // An amount that moves to another day changes both headers, and not the total.
    try days.move(from: ItemPlace(section: 0, item: 0), to: ItemPlace(section: 1, item: 0))
    #expect((0...1).map { sums.value(of: "amount", inSection: $0) } == [.integer(6), .integer(17)])
    #expect(sums.value(of: "amount") == .integer(23))
    #expect(watcher.updates.last?.changes.sections.updated.map(\.new) == [0, 1])
    watcher.checkSource()
  }

  // realm/realm-swift #2984: after all objects are deleted and others inserted at once, the sum is 0.
  @Test("a sum of objects that replace all others is theirs", arguments: [MusicLibrary.Store.memory, .sqlite])
  func replaced(store: MusicLibrary.Store) throws {
    let library = try MusicLibrary(store)
    let controller = library.controller()
    controller.aggregates = [.sum("position"), .count]
    let album = try library.run {
      let album = library.album("A", 0)
      for position in 1...3 { library.track("t\(position)", position, in: album) }
      try library.context.save()
      try controller.performFetch()
      return album
    }
    func sum() -> AggregateValue? { library.run { controller.allSections.value(of: .sum("position")) } }
    #expect(sum() == .integer(6))
    try library.run {
      for track in try library.context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Track")) {
        library.context.delete(track)
      }
      for position in 4...6 { library.track("t\(position)", position, in: album) }
      try library.context.save()
    }
    library.context.processEverything()
    #expect(sum() == .integer(15))
    #expect(library.run { controller.allSections[0].value(of: .count) } == .integer(3))
  }

  // cgeo/cgeo #3915, djust-org/djust #530: while a list is filtered, its header has the number of all items, or only
  // that of the found ones, in the place of "2/5".
  @Test func aFilteredListHasBothNumbers() throws {
    let racks = Racks.make([["ab", "b", "ac"], ["b", "ad"]])
    let found = FilteredDataSource(racks) { item, query in item.name.hasPrefix(query.text) }
    func text() -> [String] {
      (0..<found.numberOfSections).map { index in
        "\(found.numberOfItems(inSection: index))/\(found.totalNumberOfItems(inSection: index))"
      } + ["\(found.numberOfItems)/\(found.totalNumberOfItems)"]
    }
    #expect(text() == ["3/3", "2/2", "5/5"])
    found.text = "a"
    #expect(text() == ["2/3", "1/2", "3/5"])
    found.text = "ad"
    // The first section has no match, so that it is not shown.
    #expect(text() == ["1/2", "1/5"])
    try racks.append(Volume(id: 20, name: "c"), toSection: 1)
    #expect(text() == ["1/3", "1/6"] && found.totalNumberOfItems(inSection: 7) == 0)
  }
}
