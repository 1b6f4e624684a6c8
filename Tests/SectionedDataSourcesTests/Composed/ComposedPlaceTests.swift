import SectionedChanges
import Testing

@testable import SectionedDataSources

@Suite("Places in a composed source and in its children")
struct ComposedPlaceTests {
  private let first = Shelves([1: [10, 11], 2: []])
  private let empty = Shelves([:])
  private let flat = Shelves([3: [30, 31], 4: [], 5: [50]])
  private let last = Shelves([6: [60]])

  private func source() throws -> BookSource {
    try BookSource([
      BookChild(first), BookChild(empty), BookChild(flat, asSectionOf: Shelf(id: 9)), BookChild(last),
    ])
  }

  @Test("Places are converted both ways, and a place out of range gives nil")
  func bothWays() throws {
    let source = try source()
    #expect(ids(source) == "[1: 10 11, 2:, 9: 30 31 50, 6: 60]")
    let leaves = [first, empty, flat, last]
    for section in 0..<4 {
      for item in 0..<source.numberOfItems(inSection: section) {
        let global = ItemPlace(section: section, item: item)
        let local = try #require(source.localPlace(of: global))
        #expect(source.item(at: global) == leaves[local.child].item(at: local.place))
        #expect(source.globalPlace(of: local.place, inChild: local.child) == global)
      }
    }
    let flatPlace = try #require(source.localPlace(of: ItemPlace(section: 2, item: 2)))
    #expect(flatPlace.child == 2 && flatPlace.place == ItemPlace(section: 2, item: 0))
    let outside = [(-1, 0), (0, -1), (0, 2), (1, 0), (2, 3), (4, 0), (Int.max, Int.max)]
    for (section, item) in outside { #expect(source.localPlace(of: ItemPlace(section: section, item: item)) == nil) }
    for child in [-1, 1, 4] { #expect(source.globalPlace(of: ItemPlace(section: 0, item: 0), inChild: child) == nil) }
    for place in [(1, 0), (3, 0), (0, 2), (-1, 0), (0, -1)] {
      #expect(source.globalPlace(of: ItemPlace(section: place.0, item: place.1), inChild: 2) == nil)
    }
  }

  @Test("Sections are converted both ways, and a child that is one section has all of its sections there")
  func sections() throws {
    let source = try source()
    let locals = (-1...4).map {
      source.localSection(of: $0).map { "\($0.child) \($0.section.map { "\($0)" } ?? "all")" }
    }
    #expect(locals == [nil, "0 0", "0 1", "2 all", "3 0", nil])
    #expect((0..<4).map { source.globalSection(of: 0, inChild: $0) } == [0, nil, 2, 3])
    #expect(source.globalSection(of: 1, inChild: 0) == 1 && source.globalSection(of: 2, inChild: 0) == nil)
    #expect(source.globalSection(of: 0, inChild: 4) == nil && source.globalSection(of: -1, inChild: 0) == nil)
    #expect((0..<5).map { source.sections(ofChild: $0) } == [0..<2, 2..<2, 2..<3, 3..<4, nil])
    // A source without children has no sections and items, so no places.
    #expect(BookSource().localPlace(of: ItemPlace(section: 0, item: 0)) == nil)
  }

  @Test("Identifiers go both ways, where several children have one, too")
  func identifiers() throws {
    let source = try BookSource([BookChild(first), BookChild(Shelves([7: [11, 70]]))], anomalies: silent)
    let local = try #require(source.localID(of: ListedID(11, occurrence: 1)))
    #expect(local.child == 1 && local.id == ListedID(11))
    #expect(source.globalID(of: ListedID(11), inChild: 1) == ListedID(11, occurrence: 1))
    #expect(source.globalID(of: ListedID(11), inChild: 0) == ListedID(11))
    #expect(
      source.globalID(of: ListedID(12), inChild: 0) == nil && source.globalID(of: ListedID(11), inChild: 2) == nil)
    #expect(source.localID(of: ListedID(11, occurrence: 2)) == nil && source.localID(of: ListedID(99)) == nil)
  }
}
