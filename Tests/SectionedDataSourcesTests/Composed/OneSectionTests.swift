import SectionedChanges
import SectionedTesting
import Testing

@testable import SectionedDataSources

@Suite("All items of a source as one section")
struct OneSectionTests {
  private let base = Shelves([1: [10, 11], 2: [], 3: [30]])

  @Test("Items of all sections are in order, and a section that moves moves its items")
  func flat() throws {
    let source = OneSectionDataSource(base, section: Shelf(id: 9, title: "All"))
    let trace = Trace(source)
    try base.moveSection(from: 2, to: 0)
    try base.removeSection(at: 1)
    base.appendSection(Shelf(id: 5))
    base.removeAll()
    #expect(source.section(at: 0)?.title == "All" && source.index(ofSection: 9) == 0 && source.section(at: 1) == nil)
    #expect(trace.lists == ["[9: 30 10 11]", "[9: 30]", "[9:]"])
    #expect(
      trace.lines == [
        "items: moved [0, 2]→[0, 0]", "items: deleted [0, 1] (10), deleted [0, 2] (11)", "items: deleted [0, 0] (30)",
      ])
  }

  /// Written against bounds that are off by one.
  @Test("The places in the base and in the section lead to each other, and those of no item lead nowhere")
  func places() {
    let source = OneSectionDataSource(base, section: Shelf(id: 9))
    let inBase = [ItemPlace(section: 0, item: 0), ItemPlace(section: 0, item: 1), ItemPlace(section: 2, item: 0)]
    let numbers = [Int.min, -1, 0, 1, 2, 3, 4, Int.max]
    for place in numbers.flatMap({ section in numbers.map { ItemPlace(section: section, item: $0) } }) {
      let isShown = place.section == 0 && inBase.indices.contains(place.item)
      #expect(source.basePlace(of: place) == (isShown ? inBase[place.item] : nil), "\(place)")
      let index = inBase.firstIndex(of: place)
      #expect(source.place(ofBase: place) == index.map { ItemPlace(section: 0, item: $0) }, "\(place)")
    }
  }

  @Test("The section's model changes in place; with another identifier it is another section")
  func model() {
    let source = OneSectionDataSource(base, section: Shelf(id: 9, title: "All"))
    let trace = Trace(source)
    source.section = Shelf(id: 9, title: "Every one")
    source.section.id = 8
    #expect(source.section(for: 8)?.title == "Every one" && source.section(for: 9) == nil)
    #expect(
      trace.lines == [
        "sections: updated 0→0 {?}",
        "sections: deleted 0 (9), inserted 0 (8); "
          + "items: moved [0, 0]→[0, 0], moved [0, 1]→[0, 1], moved [0, 2]→[0, 2]",
      ])
  }

  @Test("Whatever happens to the base", arguments: RandomRuns.seeds(4))
  func randomVerbs(seed: UInt64) throws {
    let edits = BookEdits(seed: seed)
    let leaf = Shelves([1: [1, 2, 3], 2: [4, 5]], anomalies: AnomalyHandler { _ in })
    let source = OneSectionDataSource(leaf, section: Shelf(id: 9))
    let laws = SourceLaws(source, "one section")
    for step in 0..<250 {
      if edits.random.oneIn(10) {
        source.section = Shelf(id: 9 + edits.random.below(2), title: "\(step)")
      } else {
        source.performTogether { leaf.performUpdates { for _ in 0..<edits.random.below(4) { edits.edit(leaf) } } }
      }
      #expect(source.items(inSection: 0) == leaf.allItems)
      try #require(laws.violations.isEmpty, "seed \(seed), step \(step): \(laws.violations.prefix(2))")
    }
    #expect(laws.steps > 50)
  }

  @Test("A child of one section is hidden while it is empty, whatever happens to it", arguments: RandomRuns.seeds(4))
  func hidden(seed: UInt64) throws {
    let edits = BookEdits(seed: seed)
    let leaf = Shelves([1: [], 2: []], anomalies: silent)
    let last = Shelves([7: [70]])
    let child = ChildSource(leaf, asSectionOf: Shelf(id: 9, title: "All"), hidesWhenEmpty: true)
    let source = try ComposedDataSource([child, ChildSource(last)], anomalies: silent)
    let laws = SourceLaws(source, "a hidden section")
    #expect(ids(source) == "[7: 70]" && source.index(ofSection: 9) == nil)
    var wasHidden = 0
    for step in 0..<250 {
      if edits.random.oneIn(6) {
        leaf.removeAllItems()
      } else {
        source.performTogether { leaf.performUpdates { for _ in 0..<edits.random.below(4) { edits.edit(leaf) } } }
      }
      let items = leaf.allItems
      if items.isEmpty { wasHidden += 1 }
      #expect(source.numberOfSections == (items.isEmpty ? 1 : 2))
      #expect(source.section(at: 0)?.id == (items.isEmpty ? 7 : 9))
      if !items.isEmpty { #expect(source.items(inSection: 0) == items) }
      for section in 0..<leaf.numberOfSections {
        for item in 0..<leaf.numberOfItems(inSection: section) {
          let place = ItemPlace(section: section, item: item)
          let global = try #require(source.globalPlace(of: place, inChild: 0))
          #expect(source.item(at: global) == leaf.item(at: place))
          let local = source.localPlace(of: global)
          #expect(local?.child == 0 && local?.place == place)
        }
      }
      try #require(laws.violations.isEmpty, "seed \(seed), step \(step): \(laws.violations.prefix(2))")
    }
    #expect(laws.steps > 50 && wasHidden > 5)
    let shown = ChildSource(Shelves(), asSectionOf: Shelf(id: 9), hidesWhenEmpty: false)
    #expect(try ids(ComposedDataSource([shown])) == "[9:]")
  }

  @Test("While a step is held, places are those of the shown list")
  func placesOfAHeldList() throws {
    let base = Shelves([1: [1, 2], 2: [3]], anomalies: silent)
    let source = OneSectionDataSource(base, section: Shelf(id: 9))
    try source.performTogether {
      try base.remove(1)
      for item in 1...3 { #expect(source.place(of: ListedID(item)) == ItemPlace(section: 0, item: item - 1)) }
    }
    #expect(source.place(of: ListedID(3)) == ItemPlace(section: 0, item: 1))
    #expect(source.place(of: ListedID(1)) == nil)
  }
}
