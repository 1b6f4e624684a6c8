import CoreData
import Foundation
import SectionedFetchedResults
import SectionedTesting
import TestTraits
import Testing

/// Another program renames a table while the list is shown, and later restores the name. The list: `A: a1 a2 | B: | C:
/// c1`
@Suite("An event that cannot be followed is reported, and followed later", .ourInnerControllers)
struct FollowFailureTests {
  private static func take(_ table: String, of library: MusicLibrary) throws {
    try execute("ALTER TABLE \(table) RENAME TO AWAY", library)
  }

  private static func bringBack(_ table: String, of library: MusicLibrary) throws {
    try execute("ALTER TABLE AWAY RENAME TO \(table)", library)
  }

  private static func execute(_ statement: String, _ library: MusicLibrary) throws {
    let url = try #require(library.run { library.context.persistentStoreCoordinator?.persistentStores.first?.url })
    _ = try ChinookData.rows(statement, of: url.absoluteString)
  }

  @Test(
    "with the next event, whatever that is of",
    arguments: ["ZTRACK", "ZALBUM"])
  func tableAway(table: String) throws {
    let fixture = try LibraryFixture(.sqlite)
    let (library, recorder) = (fixture.library, fixture.recorder)
    try Self.take(table, of: library)
    let isOfTracks = table == "ZTRACK"
    library.run {
      if isOfTracks { library.track("b1", 0, in: fixture.albums[1]) } else { library.album("D", 3) }
      library.context.processPendingChanges()
    }
    #expect(recorder.take() == [])
    #expect(recorder.errors.count == 1 && recorder.errors.allSatisfy { "\($0)".contains(table) }, "\(recorder.errors)")
    #expect(fixture.text == "A: a1 a2 | B: | C: c1")

    try Self.bringBack(table, of: library)
    let reported = try fixture.record {
      if isOfTracks {
        fixture.albums[2].setValue("c", forKey: "title")
      } else {
        fixture.tracks[0].setValue("a", forKey: "title")
      }
    }
    let changes =
      isOfTracks
      ? ["section update 2 c", "item insert [1, 0] b1"] : ["section insert 3 D", "item update [0, 0] a"]
    #expect(reported == ["will"] + changes + ["did"])
    #expect(recorder.errors.count == 1)
  }

  private final class Deaf: SectionedFetchedResultsControllerDelegate {
    typealias SectionResult = NSManagedObject
    typealias ItemResult = NSManagedObject
  }

  #if os(macOS) || os(Linux)
    /// There is no delegate, or it has no method for errors.
    @Test("An error that no delegate takes is logged", .startsProcesses, arguments: [false, true])
    func noDelegateTakesIt(hasDelegate: Bool) async throws {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        [hasDelegate] in
        let fixture = try LibraryFixture(.sqlite)
        let delegate = hasDelegate ? Deaf() : nil
        fixture.library.run { fixture.controller.delegate = delegate }
        try Self.take("ZTRACK", of: fixture.library)
        fixture.library.run {
          fixture.library.track("b1", 0, in: fixture.albums[1])
          fixture.library.context.processPendingChanges()
        }
        withExtendedLifetime(delegate) {}
      }
      let log = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(log.contains("The list of Track has an error that no delegate takes:"), "\(log)")
      #expect(log.contains("ZTRACK"), "\(log)")
    }
  #endif

  /// The order of unmatched items is fetched when it is needed. Only that fetch fails here.
  @Test("An order that cannot be fetched is reported once, and fetched with the next policy")
  func orderAway() throws {
    let fixture = try LibraryFixture(.sqlite) {
      $0.sectionFetchRequest.predicate = NSPredicate(format: "identifier == 'C'")
    }
    let (library, recorder) = (fixture.library, fixture.recorder)
    // Retained, because it could not be read again from the missing table.
    var added: NSManagedObject?
    _ = try fixture.record { added = library.track("n", -1, in: nil) }
    defer { withExtendedLifetime(added) {} }
    try library.run { try library.context.save() }
    try Self.take("ZTRACK", of: library)
    library.run { fixture.controller.unmatchedItems = .shownLast }
    #expect(recorder.errors.count == 1 && recorder.errors.allSatisfy { "\($0)".contains("ZTRACK") })
    #expect(library.run { fixture.controller.fetchedObjects?.count } == 4)
    try Self.bringBack("ZTRACK", of: library)
    library.run {
      fixture.controller.unmatchedItems = .hidden
      fixture.controller.unmatchedItems = .shownLast
    }
    #expect(fixture.text == "C: c1 | unmatched: n a1 a2")
    #expect(recorder.errors.count == 1)
  }

  /// There are two inner lists: one of the tracks, and one of the albums.
  @Test("also one that is made in the callback, and one report for all inner lists")
  func inTheCallback() throws {
    let fixture = try LibraryFixture(.sqlite) { $0.unmatchedItems = .shownLast }
    let (library, recorder) = (fixture.library, fixture.recorder)
    try Self.take("ZTRACK", of: library)
    recorder.during = { [weak recorder] line, _ in
      guard line == "failed", recorder?.errors.count == 1 else { return }
      library.track("u", 0, in: nil)
      library.context.processPendingChanges()
    }
    library.run {
      library.track("b1", 0, in: fixture.albums[1])
      library.context.processPendingChanges()
    }
    recorder.during = nil
    #expect(recorder.errors.count == 2)
    library.run { _ = #expect(throws: NSError.self) { try fixture.controller.performFetch() } }
    #expect(fixture.text == "A: a1 a2 | B: | C: c1" && recorder.errors.count == 2)

    try Self.bringBack("ZTRACK", of: library)
    let reported = try fixture.record { try fixture.controller.performFetch() }
    #expect(reported == ["will", "section insert 3 unmatched", "item insert [1, 0] b1", "item insert [3, 0] u", "did"])
    #expect(try fixture.record { library.context.processPendingChanges() } == [])
    #expect(recorder.errors.count == 2)
  }

  @Test("whatever happens, the list is in the end that of a fresh fetch", arguments: TestSeeds.seeds(8))
  func anyEvents(seed: UInt64) throws {
    print("events that cannot be followed: SECTIONS_SEED=\(seed)")
    var random = SeededRandom(seed: seed)
    let fixture = try LibraryFixture(.sqlite) { $0.unmatchedItems = random.oneIn(2) ? .shownLast : .hidden }
    let library = fixture.library
    var (albums, tracks) = (fixture.albums, fixture.tracks)
    func edit() {
      for _ in 0...random.below(3) {
        let number = random.below(6)
        switch random.below(5) {
        case 0: albums.append(library.album("D\(albums.count)", number))
        case 1:
          tracks.append(library.track("t\(tracks.count)", number, in: random.oneIn(3) ? nil : random.one(of: albums)))
        case 2: random.one(of: tracks).setValue(random.one(of: albums), forKey: "album")
        case 3: random.one(of: albums).setValue(number, forKey: "position")
        default: random.one(of: tracks).setValue(number, forKey: "position")
        }
      }
    }
    for _ in 0..<30 {
      let table = random.one(of: ["ZTRACK", "ZALBUM"])
      try Self.take(table, of: library)
      for _ in 0...random.below(2) {
        library.run {
          edit()
          library.context.processPendingChanges()
        }
      }
      try Self.bringBack(table, of: library)
      if random.oneIn(3) { try library.run { try library.context.save() } }
      _ = try fixture.record {
        edit()
        // If the edits set equal values, there is no event, so insert an album, too.
        albums.append(library.album("E\(albums.count)", 0))
      }
    }
    #expect(!fixture.recorder.errors.isEmpty)
    #expect(fixture.recorder.errors.allSatisfy { "\($0)".contains("no such table") })
  }
}
