import CoreData
import Foundation

/// An edit of a library, or another event of its context. Many edits concern rare cases: an album without tracks, and
/// the only track of an album.
package enum MusicDeed: String, CaseIterable, Sendable, CustomStringConvertible {
  case insertIntoEmpty, insertUnmatched, insertAlbum, insertFullAlbum
  case deleteOnly, deleteFirst, deleteEmptyAlbum, deleteFullAlbum
  case renameOnly, placeOnly, placeFirst
  case moveOnlyToEmpty, moveOnlyToFull, moveFirstToEmpty, unmatchOnly, matchUnmatched
  case renameEmptyAlbum, placeEmptyAlbum, placeFullAlbum, swapKeys
  case save, rollback, merge, mergeAlbum, refresh, refreshAll, reset

  package var description: String { rawValue }

  /// Performs the deed. Does nothing if the library lacks the objects for it. Must be called on the queue of its
  /// context.
  package func perform(_ hand: MusicHand) throws {
    let context = hand.library.context
    switch self {
    case .insertIntoEmpty: if let album = hand.emptyAlbum { hand.insertTrack(in: album) }
    case .insertUnmatched: hand.insertTrack(in: nil)
    case .insertAlbum: hand.insertAlbum()
    case .insertFullAlbum: hand.insertTrack(in: hand.insertAlbum())
    case .deleteOnly: if let track = hand.onlyTrack { context.delete(track) }
    case .deleteFirst: if let track = hand.presentTracks.first { context.delete(track) }
    case .deleteEmptyAlbum: if let album = hand.emptyAlbum { context.delete(album) }
    case .deleteFullAlbum: if let album = hand.fullAlbum { context.delete(album) }
    case .renameOnly: hand.onlyTrack?.setValue("o\(hand.nextNumber())", forKey: "title")
    case .placeOnly: hand.onlyTrack?.setValue(8, forKey: "position")
    case .placeFirst: hand.presentTracks.first?.setValue(9, forKey: "position")
    case .moveOnlyToEmpty:
      if let album = hand.emptyAlbum { hand.onlyTrack?.setValue(album, forKey: "album") }
    case .moveOnlyToFull:
      if let album = hand.fullAlbum { hand.onlyTrack?.setValue(album, forKey: "album") }
    case .moveFirstToEmpty:
      if let album = hand.emptyAlbum { hand.presentTracks.first?.setValue(album, forKey: "album") }
    case .unmatchOnly: hand.onlyTrack?.setValue(nil, forKey: "album")
    case .matchUnmatched:
      hand.tracks(of: nil).first?.setValue(hand.emptyAlbum ?? hand.fullAlbum, forKey: "album")
    case .renameEmptyAlbum: hand.emptyAlbum?.setValue("E\(hand.nextNumber())", forKey: "title")
    case .placeEmptyAlbum: hand.emptyAlbum?.setValue(7, forKey: "position")
    case .placeFullAlbum: hand.fullAlbum?.setValue(6, forKey: "position")
    case .swapKeys:
      guard let empty = hand.emptyAlbum, let full = hand.fullAlbum else { return }
      let (first, second) = (empty.value(forKey: "identifier"), full.value(forKey: "identifier"))
      empty.setValue(second, forKey: "identifier")
      full.setValue(first, forKey: "identifier")
    case .refresh: if let track = hand.onlyTrack { context.refresh(track, mergeChanges: true) }
    case .save, .rollback, .merge, .mergeAlbum, .refreshAll, .reset:
      try performWhole(hand, context)
      // The event is over, and objects may have been replaced, so fetch them again.
      try hand.look()
    }
  }

  private func performWhole(_ hand: MusicHand, _ context: NSManagedObjectContext) throws {
    switch self {
    case .rollback: context.rollback()
    case .refreshAll: context.refreshAllObjects()
    case .reset: context.reset()
    default:
      // Also before a merge, because other tests check merges with conflicts.
      if context.hasChanges { try context.save() }
    }
    if self == .merge {
      try hand.library.merge { other in
        let tracks = NSFetchRequest<NSManagedObject>(entityName: "Track")
        tracks.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
        let all = try other.fetch(tracks)
        all.first?.setValue(5, forKey: "position")
        if all.count > 1, let last = all.last { other.delete(last) }
      }
    } else if self == .mergeAlbum {
      let number = hand.nextNumber()
      try hand.library.merge { other in
        let album = NSEntityDescription.insertNewObject(forEntityName: "Album", into: other)
        for key in ["identifier", "title"] { album.setValue("M\(number)", forKey: key) }
        album.setValue(0, forKey: "position")
        let track = NSEntityDescription.insertNewObject(forEntityName: "Track", into: other)
        track.setValue("m\(number)", forKey: "title")
        track.setValue(0, forKey: "position")
        if number % 2 == 0 { track.setValue(album, forKey: "album") }
      }
    }
  }
}
