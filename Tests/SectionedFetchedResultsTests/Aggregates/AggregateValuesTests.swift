import CoreData
import Foundation
import SectionedChanges
import SectionedTesting
import Testing

@testable import SectionedFetchedResults

/// The fixture shows `A: a1 a2 | B: | C: c1`, with the positions 0, 1 and 0.
@Suite("Aggregates of a controller's sections and of its list")
struct AggregateValuesTests {
  private static var declared: [ItemAggregate] {
    [.count, .count(where: "position > 0"), .sum("position"), .average("position"), .min("title"), .max("position")]
  }

  private func fixture(
    _ store: MusicLibrary.Store = .memory, prepare: (MusicLibrary.Controller) -> Void = { _ in }
  ) throws -> LibraryFixture {
    try LibraryFixture(store) {
      $0.aggregates = Self.declared
      prepare($0)
    }
  }

  private func values(_ aggregate: ItemAggregate, _ fixture: LibraryFixture) -> [AggregateValue?] {
    fixture.library.run { fixture.controller.allSections.map { $0.value(of: aggregate) } }
  }

  private func total(_ aggregate: ItemAggregate, _ fixture: LibraryFixture) -> AggregateValue? {
    fixture.library.run { fixture.controller.allSections.value(of: aggregate) }
  }

  @Test("they have their first values with the first fetch", arguments: [MusicLibrary.Store.memory, .sqlite])
  func first(store: MusicLibrary.Store) throws {
    let fixture = try fixture(store)
    #expect(values(.count, fixture) == [.integer(2), .integer(0), .integer(1)])
    #expect(values(.count(where: "position > 0"), fixture) == [.integer(1), .integer(0), .integer(0)])
    #expect(values(.sum("position"), fixture) == [.integer(1), nil, .integer(0)])
    #expect(values(.average("position"), fixture) == [.real(0.5), nil, .real(0)])
    #expect(values(.min("title"), fixture) == [.text("a1"), nil, .text("c1")])
    #expect(total(.count, fixture) == .integer(3))
    #expect(total(.sum("position"), fixture) == .integer(1))
    #expect(total(.max("position"), fixture) == .integer(1))
    #expect(total(.sum("other"), fixture) == nil)
  }

  /// The values of the items are read only with the first event, or if the store would round.
  @Test func oneGroupedQueryGivesTheFirstValues() throws {
    let exact: [ItemAggregate] = [
      .count, .count(where: "position > 0"), .sum("position"), .average("position"), .max("position"),
    ]
    let fixture = try LibraryFixture(.sqlite) { $0.aggregates = exact }
    func isFilled() -> Bool { fixture.library.run { fixture.controller.tracker.lists?.aggregateTable != nil } }
    #expect(!isFilled())
    #expect(values(.count, fixture) == [.integer(2), .integer(0), .integer(1)])
    #expect(values(.count(where: "position > 0"), fixture) == [.integer(1), .integer(0), .integer(0)])
    #expect(values(.sum("position"), fixture) == [.integer(1), nil, .integer(0)])
    #expect(values(.average("position"), fixture) == [.real(0.5), nil, .real(0)])
    #expect(values(.max("position"), fixture) == [.integer(1), nil, .integer(0)])
    _ = try fixture.record { fixture.tracks[1].setValue(4, forKey: "position") }
    #expect(isFilled())
    #expect(values(.sum("position"), fixture) == [.integer(4), nil, .integer(0)])
    // There is an unsaved change, so the store does not have the shown values.
    try fixture.library.run { try fixture.controller.performFetch() }
    #expect(isFilled())
    #expect(values(.sum("position"), fixture) == [.integer(4), nil, .integer(0)])
  }

  @Test("a section whose value changes is updated, with the names of the aggregates", arguments: [false, true])
  func update(isStored: Bool) throws {
    let fixture = try fixture(isStored ? .sqlite : .memory)
    var keys: [Set<String>?] = []
    defer { fixture.recorder.during = nil }
    fixture.recorder.during = { [recorder = fixture.recorder] line, _ in
      if line == "changes" { keys = recorder.changes.last?.sections.updated.map(\.keys) ?? [] }
    }
    #expect(
      try fixture.record { fixture.tracks[1].setValue(5, forKey: "position") }.contains("section update 0 A"))
    #expect(keys == [["@sum.position", "@avg.position", "@max.position"]])
    #expect(values(.sum("position"), fixture) == [.integer(5), nil, .integer(0)])
    #expect(total(.sum("position"), fixture) == .integer(5))
    // A title changes only the aggregate of the titles.
    #expect(
      try fixture.record { fixture.tracks[2].setValue("c2", forKey: "title") }.contains("section update 2 C"))
    #expect(keys == [["@min.title"]])
  }

  /// The item's group leaves the inner list, and the new group may get the same section number.
  @Test func theOnlyItemOfASectionChangesBothItsSections() throws {
    let fixture = try fixture()
    let recorded = try fixture.record { fixture.tracks[2].setValue(fixture.albums[1], forKey: "album") }
    #expect(recorded.filter { $0.hasPrefix("section") } == ["section update 1 B", "section update 2 C"])
    #expect(values(.count, fixture) == [.integer(2), .integer(1), .integer(0)])
    #expect(values(.min("title"), fixture) == [.text("a1"), .text("c1"), nil])
  }

  @Test func unsavedChangesCountAndARollbackTakesThemBack() throws {
    let fixture = try fixture()
    _ = try fixture.record { fixture.library.track("b1", 9, in: fixture.albums[1]) }
    #expect(values(.sum("position"), fixture) == [.integer(1), .integer(9), .integer(0)])
    _ = try fixture.record { fixture.library.context.delete(fixture.tracks[1]) }
    #expect(values(.max("position"), fixture) == [.integer(0), .integer(9), .integer(0)])
    _ = try fixture.record { fixture.library.context.rollback() }
    #expect(values(.sum("position"), fixture) == [.integer(1), nil, .integer(0)])
    #expect(total(.count, fixture) == .integer(3))
  }

  @Test func aSavedItemKeepsItsValue() throws {
    let fixture = try fixture(.sqlite)
    var added: NSManagedObject?
    _ = try fixture.record { added = fixture.library.track("b1", 9, in: fixture.albums[1]) }
    _ = try fixture.record { try fixture.library.context.save() }
    #expect(values(.sum("position"), fixture) == [.integer(1), .integer(9), .integer(0)])
    let item = try #require(added)
    _ = try fixture.record { item.setValue(4, forKey: "position") }
    #expect(values(.sum("position"), fixture) == [.integer(1), .integer(4), .integer(0)])
    _ = try fixture.record { fixture.library.context.delete(item) }
    #expect(values(.sum("position"), fixture) == [.integer(1), nil, .integer(0)])
  }

  /// Totals include all items that belong to a section, shown or not.
  @Test func limitsAndFoldingChangeNothing() throws {
    let fixture = try fixture { $0.itemFetchRequest.fetchLimit = 1 }
    #expect(values(.sum("position"), fixture) == [.integer(1), nil, .integer(0)])
    _ = try fixture.record { fixture.controller.itemLimit = .none }
    #expect(values(.sum("position"), fixture) == [.integer(1), nil, .integer(0)])
    fixture.library.run {
      #expect(fixture.controller.allSections.numberOfObjects == 0)
      #expect(fixture.controller.allSections.totalNumberOfObjects == 3)
    }
    // A changed item of a folded section is not reported, but its section is.
    #expect(
      try fixture.record { fixture.tracks[1].setValue(7, forKey: "position") }
        == ["will", "section update 0 A", "did"])
    #expect(total(.sum("position"), fixture) == .integer(7))
  }

  @Test func theSectionOfUnmatchedItemsHasThemToo() throws {
    let fixture = try fixture { $0.unmatchedItems = .shownLast }
    _ = try fixture.record { fixture.tracks[1].setValue(nil, forKey: "album") }
    #expect(values(.sum("position"), fixture) == [.integer(0), nil, .integer(0), .integer(1)])
    #expect(
      try fixture.record { fixture.tracks[1].setValue(6, forKey: "position") }.contains("section update 3 unmatched"))
    #expect(total(.sum("position"), fixture) == .integer(6))
    _ = try fixture.record { fixture.controller.unmatchedItems = .hidden }
    #expect(total(.sum("position"), fixture) == .integer(0))
    fixture.library.run { #expect(fixture.controller.allSections.totalNumberOfObjects == 2) }
  }

  /// Totals are a value that can be sent anywhere, like a snapshot.
  @Test func totalsAreAValue() throws {
    let fixture = try fixture { $0.itemLimit = .first(1) }
    let (list, sections) = fixture.library.run {
      (fixture.controller.allSections.totals, fixture.controller.allSections.sectionTotals)
    }
    #expect(list.numberOfObjects == 2 && list.totalNumberOfObjects == 3)
    #expect(list.values["@sum.position"] == .integer(1) && list.values["@count"] == .integer(3))
    #expect(sections.map(\.numberOfObjects) == [1, 0, 1] && sections.map(\.totalNumberOfObjects) == [2, 0, 1])
    #expect(sections.map { $0.values["@sum.position"] } == [.integer(1), nil, .integer(0)])
  }

  @Test func aHeldSectionKeepsItsValues() throws {
    let fixture = try fixture()
    let held = fixture.library.run { fixture.controller.allSections[0] }
    _ = try fixture.record { fixture.tracks[1].setValue(5, forKey: "position") }
    #expect(fixture.library.run { held.value(of: .sum("position")) } == .integer(1))
  }

  @Test func otherAggregatesComeWithTheNextFetch() throws {
    let fixture = try fixture()
    fixture.controller.aggregates = [.max("title")]
    #expect(values(.max("title"), fixture) == [nil, nil, nil])
    #expect(
      try fixture.record { try fixture.controller.performFetch() }
        == ["will", "section update 0 A", "section update 2 C", "did"])
    #expect(values(.max("title"), fixture) == [.text("a2"), nil, .text("c1")])
    #expect(values(.count, fixture) == [nil, nil, nil])
  }

  @Test("a wrong one is an error of the fetch that names it", arguments: ["@sum.title", "@min.album", "@avg.prise"])
  func mistakes(name: String) throws {
    let aggregate = try #require(
      [ItemAggregate.sum("title"), .min("album"), .average("prise")].first { $0.name == name })
    let fixture = try LibraryFixture()
    fixture.controller.aggregates = [aggregate]
    do {
      try fixture.library.run { try fixture.controller.performFetch() }
      Issue.record("\(name) was accepted")
    } catch SectionedFetchedResultsError.invalidAggregate(let found, _) {
      #expect(found == name)
    }
    #expect(fixture.text == "A: a1 a2 | B: | C: c1")
  }

  /// A user's move of an item changes both of its sections.
  @Test func aMoveByTheUserChangesBothSections() throws {
    let fixture = try fixture()
    let recorded = try fixture.record {
      fixture.controller.performUserMove(from: [0, 1], to: [1, 0]) {
        fixture.tracks[1].setValue(fixture.albums[1], forKey: "album")
      }
    }
    #expect(recorded == ["will", "section update 0 A", "section update 1 B", "did"])
    #expect(values(.sum("position"), fixture) == [.integer(0), .integer(1), .integer(0)])
  }
}
