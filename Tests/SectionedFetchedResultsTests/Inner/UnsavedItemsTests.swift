import CoreData
import SectionedTesting
import Testing

@testable import SectionedFetchedResults

@Suite("Temporary names of items that are not saved")
struct UnsavedItemsTests {
  /// After an object is freed, another one may get its address. If a name were still kept by the address, the other
  /// object would get that name.
  @Test("A name is kept as long as its object is held, and no longer", arguments: TestSeeds.all(40))
  func eachNamedObjectIsHeld(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let fixture = try LibraryFixture()
    try fixture.library.run {
      let objects = (0..<4).map { fixture.library.track("T\($0)", $0, in: nil) }
      let lists = try #require(fixture.controller.tracker.lists)
      let names = objects.map { lists.items.token(of: $0.objectID) }
      var unsaved = UnsavedItems()
      var log: [String] = []
      for _ in 0..<60 {
        // A name may be given to another object, as when an item comes back as another instance.
        let (object, name) = (random.below(4), random.below(4))
        switch random.below(8) {
        case 0:
          unsaved.removeAll()
          log.append("remove all")
        case 1:
          unsaved.forgetLeft()
          log.append("forget left")
        case 2, 3:
          unsaved.remove(names[name])
          log.append("remove \(name)")
        default:
          unsaved.add(objects[object], names[name])
          log.append("add \(object) as \(name)")
        }
        for object in objects {
          guard let name = unsaved.token(of: object) else { continue }
          #expect(unsaved.object(name) === object, "\(log.joined(separator: ", ")), SECTIONS_SEED=\(seed)")
        }
      }
    }
  }
}
