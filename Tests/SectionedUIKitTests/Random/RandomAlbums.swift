import CoreData
import SectionedChanges
import SectionedDataSources
import SectionedTesting
import SectionedViews

/// Makes random changes of albums and tracks, in the shown context and in other contexts.
@MainActor
final class RandomAlbums {
  private var random: SeededRandom

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  /// The initial numbers of tracks, by album.
  func counts() -> [Int] { (0..<random.below(5)).map { _ in random.below(8) } }

  /// Changes one or both libraries.
  func step(_ lists: [FetchedAlbums]) throws {
    if random.oneIn(6) {
      try lists[0].source.performTogether {
        try lists[1].source.performTogether { for list in lists { try step(list) } }
      }
    } else {
      try step(random.one(of: lists))
    }
  }

  private func step(_ list: FetchedAlbums) throws {
    // If the step throws, the changes before the error are still shown.
    defer { list.context.processPendingChanges() }
    if list.source.numberOfItems > 40 { for track in list.tracks { list.context.delete(track) } }
    if list.source.numberOfSections > 9 { for album in list.albums { list.context.delete(album) } }
    switch random.below(14) {
    case 0, 1: try list.context.save()
    case 2: list.context.rollback()
    case 3: list.context.refreshAllObjects()
    case 4, 5: try list.performElsewhere(random.one(of: ListOperation.allCases), &random)
    default:
      for _ in 0..<(1 + random.below(4)) { list.perform(random.one(of: ListOperation.allCases), &random) }
    }
  }

  /// The edits of a user.
  func editing(_ list: FetchedAlbums) -> ListEditing {
    ListEditing(
      list.source,
      move: { [self] track, place in
        if random.oneIn(4) { throw RandomWorld.Refused() }
        track.setValue(list.source.section(at: place.section)?.object, forKey: "album")
        track.setValue(random.oneIn(3) ? random.below(40) : place.item, forKey: "position")
      })
  }
}
