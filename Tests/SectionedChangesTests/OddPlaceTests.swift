import Foundation
import SectionedChanges
import Testing

@Suite("Places that no list has are nowhere in another one")
struct OddPlaceTests {
  static let numbers = [Int.min, -1, NSNotFound - 1, NSNotFound]

  /// The change set has deletions, insertions and moves of sections and items, so that every kind of gap exists.
  @Test(arguments: numbers, numbers + [0, 1, 2])
  func map(section: Int, item: Int) throws {
    let old = SectionedSnapshot<Int, Int>(sections: [
      .init(1, items: [.init(10), .init(11), .init(12)]), .init(2, items: [.init(20), .init(21)]), .init(3, items: []),
    ])
    let new = SectionedSnapshot<Int, Int>(sections: [
      .init(3, items: [.init(13), .init(21)]), .init(1, items: [.init(12), .init(14), .init(10)]), .init(4, items: []),
    ])
    let map = PlaceMap(try SectionedChangeSet(from: old, to: new))
    #expect(map.newSection(ofOld: section) == nil && map.oldSection(ofNew: section) == nil)
    for place in [ItemPlace(section: section, item: item), ItemPlace(section: item, item: section)] {
      #expect(map.newPlace(ofOld: place) == nil && map.oldPlace(ofNew: place) == nil, "\(place)")
    }
  }
}
