import CoreData
import Foundation
import SectionedTesting

/// Edits a music library at random, in one event or several.
final class TrackEditor {
  let library: MusicLibrary
  var random: SeededRandom
  private var number = 0
  /// The objects that edits touched since the last check. No other object may be reported as changed.
  private(set) var touched: Set<NSManagedObjectID> = []
  /// The edits since the last check, for a failure's message.
  private(set) var deeds: [String] = []
  /// Whether all objects may have been touched since the last check.
  private(set) var touchedAll = false

  init(_ library: MusicLibrary, seed: UInt64) {
    self.library = library
    random = SeededRandom(seed: seed)
  }

  func forgetTouched() { (touched, touchedAll, deeds) = ([], false, []) }

  /// Returns a random number of at least 0 and less than `bound`.
  func below(_ bound: Int) -> Int { random.below(bound) }

  /// Records that a test may cause reports of all objects.
  func touchAll() { touchedAll = true }

  /// Records that a test changes an object.
  func touch(_ object: NSManagedObject) { touched.insert(object.objectID) }

  private func all(_ entity: String, in context: NSManagedObjectContext) -> [NSManagedObject] {
    let request = NSFetchRequest<NSManagedObject>(entityName: entity)
    request.sortDescriptors = [NSSortDescriptor(key: entity == "Track" ? "title" : "identifier", ascending: true)]
    return ((try? context.fetch(request)) ?? []).filter { !$0.isDeleted }
  }

  private func one(_ entity: String, in context: NSManagedObjectContext) -> NSManagedObject? {
    let objects = all(entity, in: context)
    return objects.isEmpty ? nil : random.one(of: objects)
  }

  func insertTrack(in context: NSManagedObjectContext) {
    // The naive oracle tries all subsets, so lists stay short.
    guard all("Track", in: context).count < 14 else { return }
    number += 1
    let track = NSEntityDescription.insertNewObject(forEntityName: "Track", into: context)
    track.setValue("t\(number)", forKey: "title")
    track.setValue(random.below(9), forKey: "position")
    if !random.oneIn(4) { track.setValue(one("Album", in: context), forKey: "album") }
  }

  func insertAlbum(in context: NSManagedObjectContext) {
    number += 1
    let album = NSEntityDescription.insertNewObject(forEntityName: "Album", into: context)
    for key in ["identifier", "title"] { album.setValue("A\(number)", forKey: key) }
    album.setValue(random.below(9), forKey: "position")
  }

  /// Performs one random edit of a track or an album.
  func edit(in context: NSManagedObjectContext) {
    switch random.below(9) {
    case 0, 1:
      deeds.append("insert")
      insertTrack(in: context)
    case 2: if all("Album", in: context).count < 5 { insertAlbum(in: context) }
    case 3:
      if random.oneIn(3), let album = one("Album", in: context) {
        for track in album.value(forKey: "tracks") as? Set<NSManagedObject> ?? [] { touched.insert(track.objectID) }
        deeds.append("delete album")
        context.delete(album)
      } else if let track = one("Track", in: context) {
        deeds.append("delete \(MusicLibrary.name(track))")
        context.delete(track)
      }
    case 4:
      if let album = one("Album", in: context) { album.setValue(random.below(9), forKey: "position") }
    case 5:
      guard let track = one("Track", in: context) else { return }
      touched.insert(track.objectID)
      deeds.append("move \(MusicLibrary.name(track))")
      track.setValue(one("Album", in: context), forKey: "album")
    default:
      guard let track = one("Track", in: context) else { return }
      touched.insert(track.objectID)
      deeds.append("change \(MusicLibrary.name(track))")
      if random.oneIn(4) {
        number += 1
        track.setValue("t\(number)", forKey: "title")
      } else {
        track.setValue(random.below(9), forKey: "position")
      }
    }
  }

  /// Performs a random event of the library's context, or several events.
  func perform() throws {
    let context = library.context
    switch random.below(12) {
    case 0, 1: try save()
    case 2:
      touchedAll = true
      deeds.append("rollback")
      context.rollback()
    case 3:
      touchedAll = true
      deeds.append("merge")
      // Saved first, because another test covers merges with conflicts.
      try save()
      try library.merge { other in for _ in 0...random.below(3) { edit(in: other) } }
    case 4:
      if let track = one("Track", in: context) {
        touched.insert(track.objectID)
        deeds.append("refresh \(MusicLibrary.name(track))")
        context.refresh(track, mergeChanges: true)
      }
    default: for _ in 0...random.below(4) { edit(in: context) }
    }
    context.processPendingChanges()
  }

  private func save() throws {
    deeds.append("save")
    if library.context.hasChanges { try library.context.save() }
  }
}
