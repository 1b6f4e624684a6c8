import CoreData
import Foundation
import SectionedFetchedResults

/// Artists with albums, and albums with tracks. The list has tracks, but their albums and artists decide which tracks
/// it has, their order and their sections. Random edits change albums and artists, too, without any change of a track.
package final class ArtistLibrary {
  package let container: NSPersistentContainer
  package let context: NSManagedObjectContext
  private var random: SeededRandom
  private var names = 0
  /// The edits of the last event.
  package private(set) var edits: [String] = []

  package init(seed: UInt64) throws {
    let artist = NSEntityDescription(
      "Artist",
      [
        NSAttributeDescription("name"), NSAttributeDescription("rank", .integer64AttributeType, 0),
        NSAttributeDescription("isHidden", .booleanAttributeType, false),
      ])
    let album = NSEntityDescription(
      "Album",
      [
        NSAttributeDescription("title"), NSAttributeDescription("year", .integer64AttributeType, 0),
        NSAttributeDescription("isHidden", .booleanAttributeType, false),
      ])
    let track = NSEntityDescription(
      "Track", [NSAttributeDescription("title"), NSAttributeDescription("plays", .integer64AttributeType, 0)])
    artist.relate("albums", .many, to: album, "artist", .one)
    album.relate("tracks", .many, to: track, "album", .one)
    container = try .inMemory([artist, album, track])
    let context = container.newBackgroundContext()
    context.userInfo[InnerController.ignoresRelationships] = true
    context.undoManager = UndoManager()
    self.context = context
    random = SeededRandom(seed: seed)
    try context.performAndWait {
      for _ in 0..<4 { make("Artist", context).setValue(newName(), forKey: "name") }
      for _ in 0..<5 { make("Album", context) }
      for _ in 0..<12 { make("Track", context) }
      for _ in 0..<30 { edit(in: context) }
      try context.save()
    }
  }

  /// Predicates of the tracks. Nearly all of them depend on other objects.
  package static let itemConditions = [
    nil, "album.isHidden == NO", "album.artist.isHidden == NO", "ANY album.tracks.plays > 2",
    "SUBQUERY(album.tracks, $t, $t.plays > 2 AND $t.title != 'x').@count > 0", "album.tracks.@sum.plays > 4",
    "plays > 1 OR NOT album.artist.rank BETWEEN {1, 2}", "album.year IN {0, 2} AND album.artist.name != nil",
  ]
  package static let itemOrders = ["title", "album.title", "album.artist.rank", "album.year"]
  /// Predicates of the artists.
  package static let sectionConditions = [
    nil, "ANY albums.isHidden == NO", "albums.@count > 0", "SUBQUERY(albums, $a, ANY $a.tracks.plays > 2).@count > 0",
    "isHidden == NO",
  ]

  @discardableResult
  private func make(_ entity: String, _ context: NSManagedObjectContext) -> NSManagedObject {
    let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
    if entity == "Artist" {
      object.setValue(newName(), forKey: "name")
    } else {
      object.setValue(newName(), forKey: "title")
    }
    return object
  }

  private func newName() -> String {
    names += 1
    return "\(Character(Unicode.Scalar(UInt8(97 + random.below(26)))))\(names)"
  }

  private func all(_ entity: String, _ context: NSManagedObjectContext) -> [NSManagedObject] {
    let request = NSFetchRequest<NSManagedObject>(entityName: entity)
    return ((try? context.fetch(request)) ?? []).sorted {
      ($0.value(forKey: entity == "Artist" ? "name" : "title") as? String ?? "")
        < ($1.value(forKey: entity == "Artist" ? "name" : "title") as? String ?? "")
    }
  }

  /// Makes a random edit in a context, on its queue.
  private func edit(in context: NSManagedObjectContext) {
    let (artists, albums, tracks) = (all("Artist", context), all("Album", context), all("Track", context))
    func set(_ object: NSManagedObject?, _ key: String, _ value: Any?) {
      guard let object else { return }
      object.setValue(value, forKey: key)
      edits.append(
        "\(key) of \(Self.name(object)) = \((value as? NSManagedObject).map(Self.name) ?? "\(value ?? "nil")")")
    }
    switch random.below(14) {
    case 0: set(any(of: artists), "name", newName())
    case 1: set(any(of: artists), "rank", Int64(random.below(4)))
    case 2: set(any(of: artists), "isHidden", random.oneIn(3))
    case 3, 4: set(any(of: albums), "artist", random.oneIn(6) ? nil : any(of: artists))
    case 5: set(any(of: albums), "isHidden", random.oneIn(3))
    case 6: set(any(of: albums), "year", Int64(random.below(4)))
    case 7: set(any(of: albums), "title", newName())
    case 8, 9: set(any(of: tracks), "album", random.oneIn(6) ? nil : any(of: albums))
    case 10: set(any(of: tracks), "plays", Int64(random.below(5)))
    case 11: set(make("Track", context), "album", any(of: albums))
    case 12: if albums.count < 7 { set(make("Album", context), "artist", any(of: artists)) }
    default:
      if random.oneIn(2) {
        if tracks.count > 6 { delete(any(of: tracks), context) }
      } else if albums.count > 3 {
        delete(any(of: albums), context)
      }
    }
  }

  private func delete(_ object: NSManagedObject?, _ context: NSManagedObjectContext) {
    guard let object else { return }
    edits.append("delete \(Self.name(object))")
    context.delete(object)
  }

  private static func name(_ object: NSManagedObject) -> String {
    "\(object.entity.name ?? "") \(object.objectID.uriRepresentation().lastPathComponent.suffix(8))"
  }

  private func any(of objects: [NSManagedObject]) -> NSManagedObject? {
    objects.isEmpty ? nil : random.one(of: objects)
  }

  /// Makes a random event, and then lets blocks on the context's queue run. The event has a few edits, sometimes
  /// followed by a save, a rollback, an undo, or a save and a reset. Or another context saves edits, and this one
  /// merges them.
  ///
  /// - Parameter atOnce: called after the event, before the blocks run.
  package func makeEvent(atOnce: () throws -> Void = {}) throws {
    edits = []
    if random.oneIn(6) {
      try mergeEdits()
    } else {
      try context.performAndWait {
        for _ in 0...random.below(3) { edit(in: context) }
        try endEvent()
      }
    }
    try context.performAndWait(atOnce)
    // A report may come in a later turn of the queue, and the refreshes that it causes in turns after that.
    for _ in 0..<8 { context.performAndWait { context.processPendingChanges() } }
  }

  private func endEvent() throws {
    switch random.below(12) {
    case 0, 1, 2:
      edits.append("save")
      try context.save()
    case 3:
      edits.append("roll back")
      context.processPendingChanges()
      context.rollback()
    case 4:
      edits.append("save, reset")
      try context.save()
      context.reset()
    case 5:
      edits.append("undo")
      context.processPendingChanges()
      context.undo()
    default: context.processPendingChanges()
    }
  }

  /// Edits the objects in another context, saves that context and merges its save.
  private func mergeEdits() throws {
    // Unsaved changes would conflict with the merged ones.
    try context.performAndWait { try context.save() }
    let other = container.newBackgroundContext()
    let saved = SavedNotification()
    let token = NotificationCenter.default.addObserver(
      forName: NSManagedObjectContext.didSaveObjectsNotification, object: other, queue: nil
    ) { saved.notification = $0 }
    defer { NotificationCenter.default.removeObserver(token) }
    try other.performAndWait {
      for _ in 0...random.below(3) { edit(in: other) }
      try other.save()
    }
    edits.append("merged")
    context.performAndWait {
      if let notification = saved.notification { context.mergeChanges(fromContextDidSave: notification) }
    }
  }

  /// Unchecked: written while the run waits for the context that posts the notification.
  private final class SavedNotification: @unchecked Sendable {
    var notification: Notification?
  }
}
