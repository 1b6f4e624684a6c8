import CoreData
import SectionedFetchedResults
import SectionedTesting
import Testing

/// The reports of the inner controllers have faults. Those of the items, of the sections, or of both also come late.
@Suite("Split and wrong callbacks together")
struct SplitFaultTests {
  enum Late: CaseIterable { case items, sections, both }

  @Test("split and wrong callbacks together", arguments: InnerFault.allCases, Late.allCases)
  func eachStepIsRightAndNoneIsLost(fault: InnerFault, late: Late) throws {
    seeds: for seed in TestSeeds.seeds(30) {
      let fixture = try LibraryFixture()
      var checks = fixture.library.run { StressChecks(of: fixture.controller, fixture.recorder, shape: .albums) }
      var random = SeededRandom(seed: seed)
      var done: [String] = []
      fixture.library.run { fixture.controller.spoil(fault) }
      for _ in 0..<3 {
        fixture.library.run {
          fixture.controller.delay(items: late != .sections, sections: late != .items)
          for _ in 0...random.below(5) { done.append(edit(fixture, &random)) }
          fixture.library.context.processPendingChanges()
          fixture.controller.releaseDelayed()
          done.append("processed")
        }
        // By now, the blocks that were scheduled on the context's queue have run.
        do {
          try fixture.library.run { try checks.check(isSpoiled: true) }
        } catch {
          Issue.record("seed \(seed), after \(done): \(error)")
          continue seeds
        }
      }
    }
  }

  /// Makes a random edit of the fixture's remaining objects, or inserts new ones, and returns its description.
  private func edit(_ fixture: LibraryFixture, _ random: inout SeededRandom) -> String {
    let (library, tracks) = (fixture.library, fixture.tracks.filter { !$0.isDeleted })
    let albums = library.context.registeredObjects.filter { $0.entity.name == "Album" && !$0.isDeleted }
      .sorted { MusicLibrary.name($0) < MusicLibrary.name($1) }
    let album = albums.isEmpty ? nil : albums[random.below(albums.count)]
    let track = tracks.isEmpty ? nil : tracks[random.below(tracks.count)]
    switch random.below(9) {
    case 0:
      library.track("t\(random.below(1000))", random.below(4), in: album)
      return "insert a track"
    case 1:
      let name = "N\(random.next() % 1_000_000)"
      let new = library.album(name, random.below(5) - 1)
      library.track("n", 1, in: new)
      track?.setValue(new, forKey: "album")
      return "insert album \(name) with tracks"
    case 2:
      if let track { library.context.delete(track) }
      return "delete a track"
    case 3:
      if let album { library.context.delete(album) }
      return "delete an album"
    case 4:
      track?.setValue(random.below(6) - 1, forKey: "position")
      return "another position of a track"
    case 5:
      track?.setValue("r\(random.below(1000))", forKey: "title")
      return "another title of a track"
    case 6:
      album?.setValue(random.below(6) - 1, forKey: "position")
      return "another position of an album"
    case 7:
      track?.setValue(nil, forKey: "album")
      return "a track without an album"
    default:
      track?.setValue(album, forKey: "album")
      return "another album of a track"
    }
  }
}
