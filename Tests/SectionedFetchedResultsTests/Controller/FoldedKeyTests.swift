import CoreData
import Foundation
import SectionedFetchedResults
import SectionedTesting
import Testing

/// The item request sorts by the key first, as `NSFetchedResultsController` requires it, and ignores case.
@Suite("Keys that the program's comparison takes for one are sections of their own")
struct FoldedKeyTests {
  // A text, because Foundation here has no such method that `#selector` could name.
  private static let comparison = "caseInsensitiveCompare:"

  private static func order(ascending: Bool) -> [NSSortDescriptor] {
    [
      NSSortDescriptor(key: "album.identifier", ascending: ascending, selector: Selector(comparison)),
      NSSortDescriptor(key: "position", ascending: true),
    ]
  }

  /// By position, the tracks of the two albums would alternate.
  @Test("they are fetched", arguments: [true, false])
  func fetched(ascending: Bool) throws {
    let library = try MusicLibrary()
    let controller = library.controller()
    controller.itemFetchRequest.sortDescriptors = Self.order(ascending: ascending)
    try library.run {
      let (small, large) = (library.album("rock", 0), library.album("ROCK", 1))
      for number in 0..<2 {
        library.track("s\(number)", number * 2, in: small)
        library.track("l\(number)", number * 2 + 1, in: large)
      }
      try library.context.save()
      try controller.performFetch()
      #expect(MusicLibrary.text(controller) == "rock: s0 s1 | ROCK: l0 l1")
    }
  }

  /// After each step the list must equal a fresh fetch.
  @Test("one that comes is followed", arguments: [true, false])
  func followed(ascending: Bool) throws {
    let fixture = try LibraryFixture { $0.itemFetchRequest.sortDescriptors = Self.order(ascending: ascending) }
    let library = fixture.library
    var album: NSManagedObject?
    let came = try fixture.record { album = library.album("a", 3) }
    #expect(came == ["will", "section insert 3 a", "did"])
    let filled = try fixture.record {
      library.track("x0", -1, in: album)
      library.track("x1", 1, in: album)
    }
    #expect(filled == ["will", "item insert [3, 0] x0", "item insert [3, 1] x1", "did"])
    let moved = try fixture.record { fixture.tracks[0].setValue(album, forKey: "album") }
    #expect(moved == ["will", "item move [0, 0]→[3, 1] a1", "did"])
    #expect(fixture.text == "A: a2 | B: | C: c1 | a: x0 a1 x1")
  }
}
