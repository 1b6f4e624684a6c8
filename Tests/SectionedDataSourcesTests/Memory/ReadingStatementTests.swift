import SectionedChanges
import SectionedDataSources
import SectionedTesting
import Testing

/// `1: 10 11 12 | 2: | 3: 30`
@Suite("Reading a memory source")
struct ReadingStatementTests {
  let list = shelves("1: 10 11 12 | 2: | 3: 30")

  @Test("A source without content has no section")
  func empty() {
    let list = Shelves()
    #expect(list.numberOfSections == 0 && list.numberOfItems == 0 && list.text == "")
    #expect(list.snapshot.numberOfSections == 0)
  }

  @Test("Counts, items and sections agree")
  func agreement() {
    #expect(list.numberOfSections == 3 && list.numberOfItems == 4)
    #expect((0..<3).map { list.numberOfItems(inSection: $0) } == [3, 0, 1])
    #expect(list.item(at: ItemPlace(section: 0, item: 2)) == Book(id: 12))
    #expect(list.section(at: 1) == Shelf(id: 2))
    #expect(list.allItems.map(\.id) == [10, 11, 12, 30] && list.allSections.map(\.id) == [1, 2, 3])
  }

  @Test(
    "A place out of range gives nil or 0",
    arguments: [-1, 0, 1, 3, 7], [-1, 0, 3, 9])
  func outOfRange(section: Int, item: Int) {
    let isThere = (section == 0 && item == 0)
    #expect((list.item(at: ItemPlace(section: section, item: item)) != nil) == isThere)
    #expect((list.itemID(at: ItemPlace(section: section, item: item)) != nil) == isThere)
    #expect((list.section(at: section) != nil) == (0..<3).contains(section))
    #expect((list.sectionID(at: section) != nil) == (0..<3).contains(section))
    #expect(list.numberOfItems(inSection: section) == [0: 3][section] ?? 0)
    #expect(list.items(inSection: section).isEmpty == (section != 0))
  }

  @Test("An identifier gives all of its places, and none if it is not in the list")
  func places() {
    let quiet = AnomalyHandler { _ in }
    let list = shelves("1: 10 11 10 | 2: 10", anomalies: quiet)
    let wanted = [ItemPlace(section: 0, item: 0), ItemPlace(section: 0, item: 2), ItemPlace(section: 1, item: 0)]
    #expect(list.places(of: 10) == wanted)
    #expect(list.places(of: 11) == [ItemPlace(section: 0, item: 1)] && list.places(of: 99).isEmpty)
    #expect(list.place(of: 10) == wanted[0] && list.place(of: 99) == nil && list.index(ofSection: 99) == nil)
  }

  @Test("Any object can be a section, also an empty one, and is read back")
  func anySections() {
    struct Heading { let text: String }
    let list = MemoryDataSource(
      [SectionContent(Heading(text: "one"), items: [1.5, 2.5]), SectionContent(Heading(text: "none"))],
      sectionID: \.text, itemID: \.self)
    #expect(list.section(at: 1)?.text == "none" && list.numberOfItems(inSection: 1) == 0)
    #expect(list.items(inSection: 0) == [1.5, 2.5])
    #expect(list.section(for: "one")?.text == "one" && list.item(for: 2.5) == 2.5)
  }

  @Test("The index of a section follows its moves")
  func sectionIndex() throws {
    try list.moveSection(from: 0, to: 2)
    #expect(list.index(ofSection: 1) == 2 && list.index(ofSection: 2) == 0)
    #expect(list.section(for: 1) == Shelf(id: 1) && list.text == "2: | 3: 30 | 1: 10 11 12")
  }
}
