import SectionedChanges
import SectionedTesting
import Testing

@testable import SectionedDataSources

@Suite("Sources of several kinds in one list")
struct MappedTests {
  private struct Author: Identifiable, Equatable { var id: String, name = "" }

  @Test("1 of one kind is not 1 of another, and models come back as they are")
  func erased() throws {
    let books = Shelves([1: [1, 2]])
    let pages = Shelves([1: [1]])
    let authors = MemoryList<Shelf, Author>([SectionContent(Shelf(id: 1), items: [Author(id: "1")])])
    let (collected, handler) = collecting()
    let all = try ComposedDataSource(
      [ChildSource(books.erased()), ChildSource(authors.erased()), ChildSource(pages.erased(kind: "Page"))],
      anomalies: handler)
    #expect(
      ids(all)
        == "[Shelf(1): Book(1) Book(2), Shelf(1)#1: MappedTests.Author(1), Page(1): Page(1)]")
    #expect(collected.kinds.isEmpty)
    #expect(all.item(at: ItemPlace(section: 0, item: 1)) as? Book == Book(id: 2))
    #expect(all.item(for: AnyID("1", kind: "MappedTests.Author")) as? Author == Author(id: "1"))
    #expect(
      all.item(for: AnyID(1, kind: "MappedTests.Author")) == nil && all.item(for: AnyID(1, kind: "Nothing")) == nil)
    #expect(all.section(at: 1) as? Shelf == Shelf(id: 1))
    let trace = Trace(all)
    try authors.append(Author(id: "2"), toSection: 0)
    try books.performUpdates(origin: .user) { try books.remove(1) }
    #expect(trace.lines == ["items: inserted [1, 1] (MappedTests.Author(2))", "items: deleted [0, 0] (Book(1))"])
    #expect(trace.updates.map(\.source) == [authors.identity, books.identity])
    #expect(trace.updates.map(\.origin) == [.program, .user])
  }

  private enum Feed { struct Item: Identifiable, Equatable { var id: Int } }
  private enum Ads { struct Item: Identifiable, Equatable { var id: Int } }

  @Test("Types of one short name are two kinds")
  func sameShortName() throws {
    let feed = MemoryList<Shelf, Feed.Item>([SectionContent(Shelf(id: 1), items: [Feed.Item(id: 1)])])
    let ads = MemoryList<Shelf, Ads.Item>([SectionContent(Shelf(id: 2), items: [Ads.Item(id: 1)])])
    let (collected, handler) = collecting()
    let all = try ComposedDataSource(
      [ChildSource(feed.erased()), ChildSource(ads.erased())], anomalies: handler)
    #expect(ids(all) == "[Shelf(1): MappedTests.Feed.Item(1), Shelf(2): MappedTests.Ads.Item(1)]")
    #expect(collected.kinds.isEmpty)
    #expect(AnyID.kind(of: [Int].self) != AnyID.kind(of: [String].self) && AnyID.kind(of: Int.self) == "Int")
  }

  @Test("Identifiers of different types differ, even if they are equal as numbers")
  func identifiers() {
    #expect(AnyID(1, kind: "A") == AnyID(1, kind: "A"))
    #expect(AnyID(1, kind: "A") != AnyID(1, kind: "B"))
    #expect(AnyID(1, kind: "A") != AnyID(1.0, kind: "A"))
    #expect(AnyID(1, kind: "A") != AnyID("1", kind: "A"))
    #expect(Set([AnyID(1, kind: "A"), AnyID(1, kind: "A"), AnyID(UInt(1), kind: "A")]).count == 2)
    #expect("\(AnyID(1, kind: "A"))" == "A(1)")
  }

  @Test("A group of an optional type is printed by what it wraps")
  func optionalGroups() {
    let books = Shelves([1: [1950, 7]])
    let byYear = GroupedDataSource(books, by: { $0.id > 1000 ? $0.id : nil }, order: .ascending, nilGroup: .last)
    #expect(ids(byYear) == "[1950: 1950, nil: 7]")
    let names = byYear.erased().snapshot.sections.map { "\($0.id)" }
    #expect(names == ["Int(1950)", "Int(nil)"])
    #expect(AnyID.kind(of: Int??.self) == "Int" && AnyID.kind(of: [Int]?.self) == AnyID.kind(of: [Int].self))
    #expect(AnyID(1 as Int?, kind: "Int") != AnyID(1, kind: "Int"))
  }

  @Test("One item in two children of one kind is reported with what to do; of two kinds it is two")
  func kinds() throws {
    let books = Shelves([1: [1]])
    let (collected, handler) = collecting()
    let first = FilteredDataSource(books, where: { $0.id == 1 })
    let all = try ComposedDataSource([ChildSource(books.erased()), ChildSource(first.erased())], anomalies: handler)
    #expect(ids(all) == "[Shelf(1): Book(1), Shelf(1)#1: Book(1)#1]")
    #expect(
      collected.all.map(\.message) == [
        "Item Book(1) is in the list 2 times, in several children. If these are different items, give each child a "
          + "kind of its own, as mapped(section:item:kind:) and erased(kind:) do."
      ])
    let two = try ComposedDataSource(
      [ChildSource(books.erased()), ChildSource(first.erased(kind: "First"))], anomalies: handler)
    #expect(ids(two) == "[Shelf(1): Book(1), First(1): First(1)]" && collected.all.count == 1)
  }

  @Test("A step maps what it changes, and no more")
  func cost() throws {
    var mapped = 0
    let books = Shelves([1: Array(0..<2000)])
    let source = MappedDataSource<String, Int, String, String>(
      books, section: { $0.title }, item: { $0.title }, sectionID: ({ $0 }, { $0 }),
      itemID: (
        { id in
          mapped += 1; return "\(id)"
        }, { Int($0) }
      ))
    #expect(mapped == 2000)
    try books.remove(7)
    try books.append(Book(id: 3000, title: "late"), toSection: 0)
    try books.move(100, to: ItemPlace(section: 0, item: 0))
    #expect(mapped < 2010)
    #expect(source.item(for: "3000") == "late" && source.place(of: "100") == ItemPlace(section: 0, item: 0))
    #expect(source.item(for: "x") == nil && source.place(of: "7") == nil)
  }

  @Test("A phase goes through, and a source that goes leaves its base alone")
  func phases() throws {
    let scripted = ScriptedSource(phase: .initial)
    var source: AnyDataSource? = scripted.erased()
    let trace = try Trace(#require(source))
    scripted.enter(.loading)
    #expect(trace.updates.map(\.phase) == [.loading] && source?.phase == .loading)
    let core = Weak(source?.core)
    source = nil
    #expect(core.value == nil)
    scripted.enter(.loaded)
    #expect(trace.updates.count == 1)
  }

  @Test("A base that reports what is not so is compared with what it showed; nothing traps")
  func faultyBase() throws {
    let scripted = ScriptedSource()
    let source = scripted.erased(kind: "x")
    let trace = Trace(source)
    var wrong = ScriptedSource.Update.ChangeSet()
    wrong.items.inserted = [PlacedID(ItemPlace(section: 7, item: 1), ListedID(99))]
    scripted.show(.init(sections: [.init(ListedID(4), items: [ListElement(ListedID(41))])]), wrong)
    // An update of an item that is no longer in the list.
    wrong.items.inserted = []
    wrong.items.updated = [
      ListUpdate(old: ItemPlace(section: 0, item: 0), new: ItemPlace(section: 0, item: 0), keys: nil)
    ]
    scripted.show(.init(sections: [.init(ListedID(4), items: [ListElement<ListedID<Int>>]())]), wrong)
    #expect(trace.lists == ["[x(4): x(41)]", "[x(4):]"])
    #expect(
      trace.lines == ["sections: inserted 0 (x(4)); brought: [0, 0] (x(41))", "items: deleted [0, 0] (x(41))"])
  }

  @Test("Whatever happens to the lists of two kinds", arguments: RandomRuns.seeds(3))
  func randomVerbs(seed: UInt64) throws {
    let edits = BookEdits(seed: seed)
    let leaves = (0..<3).map { _ in Shelves([1: [1, 2], 2: [3]], anomalies: silent) }
    let erased = [leaves[0].erased(kind: "a"), leaves[1].erased(kind: "a"), leaves[2].erased(kind: "b")]
    let all = try ComposedDataSource(erased.map { ChildSource($0) }, anomalies: silent)
    let laws = SourceLaws(all, "composed")
    let mapped = erased.map { SourceLaws($0, "mapped") }
    for step in 0..<150 {
      all.performTogether {
        if edits.random.oneIn(4) { edits.moveItem(among: leaves) }
        for _ in 0..<edits.random.below(3) { edits.edit(edits.random.one(of: leaves)) }
      }
      #expect(all.allItems.map { $0 as? Book } == leaves.flatMap(\.allItems))
      let found = laws.violations + mapped.flatMap(\.violations)
      try #require(found.isEmpty, "seed \(seed), step \(step): \(found.prefix(2))")
    }
    #expect(laws.steps > 40)
  }
}
