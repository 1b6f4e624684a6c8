import SectionedChanges
import Testing

/// The code of the articles in `Sources/Lists/SectionedChanges/SectionedChanges.docc`, which quote the lines between `//
/// guide` and `// end`.
@Suite("The code of the articles")
struct ArticleTests {
  typealias Snapshot = SectionedSnapshot<String, String>

  @Test func twoListsAreCompared() throws {
    // guide
    let old = Snapshot(sections: [.init("A", items: [.init("a1"), .init("a2")]), .init("B", items: [])])
    let new = Snapshot(sections: [.init("A", items: [.init("a2")]), .init("B", items: [.init("a1")])])
    let changes = try SectionedChangeSet(from: old, to: new)
    let moved = changes.items.moved.map { "\($0.from)→\($0.to)" }  // [0, 0]→[1, 0]
    // end
    #expect(moved == ["[0, 0]→[1, 0]"])
    // guide
    let next = try changes.apply(to: old, sectionAt: { new.sections[$0].element }, itemAt: { new[$0] })
    // end
    #expect(next == new)
    // guide
    let selected = ItemPlace(section: 0, item: 1)
    let now = PlaceMap(changes).newPlace(ofOld: selected)  // [0, 0]
    // end
    #expect(now?.description == "[0, 0]")
    // guide
    try changes.check(old: old, new: new)
    // end
    // guide
    let plan = try UpdatePlan(changes, new: new.outline)
    let batches = plan.stages.map(\.changes)
    // end
    #expect(batches.count == 1)
  }
}
