import CoreData
import Foundation
import SectionedFetchedResults

/// Artists with albums, and albums with tracks: a list of tracks that is found, sorted and grouped by what two other entities
/// say. Random edits change the objects between, which names none of the tracks.
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
    self.context = context
    random = SeededRandom(seed: seed)
    try context.performAndWait {
      for _ in 0..<4 { make("Artist").setValue(newName(), forKey: "name") }
      for _ in 0..<5 { make("Album") }
      for _ in 0..<12 { make("Track") }
      for _ in 0..<30 { edit() }
      try context.save()
    }
  }

  /// Conditions on tracks that other objects decide.
  package static let itemConditions = [
    nil, "album.isHidden == NO", "album.artist.isHidden == NO", "ANY album.tracks.plays > 2",
    "SUBQUERY(album.tracks, $t, $t.plays > 2 AND $t.title != 'x').@count > 0", "album.tracks.@sum.plays > 4",
    "plays > 1 OR NOT album.artist.rank BETWEEN {1, 2}", "album.year IN {0, 2} AND album.artist.name != nil",
  ]
  package static let itemOrders = ["title", "album.title", "album.artist.rank", "album.year"]
  /// Conditions on artists.
  package static let sectionConditions = [
    nil, "ANY albums.isHidden == NO", "albums.@count > 0", "SUBQUERY(albums, $a, ANY $a.tracks.plays > 2).@count > 0",
    "isHidden == NO",
  ]

  @discardableResult
  private func make(_ entity: String) -> NSManagedObject {
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

  private func all(_ entity: String) -> [NSManagedObject] {
    let request = NSFetchRequest<NSManagedObject>(entityName: entity)
    return ((try? context.fetch(request)) ?? []).sorted {
      ($0.value(forKey: entity == "Artist" ? "name" : "title") as? String ?? "")
        < ($1.value(forKey: entity == "Artist" ? "name" : "title") as? String ?? "")
    }
  }

  /// Makes a random edit in the context, on its queue.
  package func edit() {
    let (artists, albums, tracks) = (all("Artist"), all("Album"), all("Track"))
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
    case 11: set(make("Track"), "album", any(of: albums))
    case 12: if albums.count < 7 { set(make("Album"), "artist", any(of: artists)) }
    default:
      if random.oneIn(2) {
        if tracks.count > 6 { delete(any(of: tracks)) }
      } else if albums.count > 3 {
        delete(any(of: albums))
      }
    }
  }

  private func delete(_ object: NSManagedObject?) {
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

  /// Makes an event of a few edits, saves now and then, and lets the context's queue run on.
  package func makeEvent() throws {
    edits = []
    try context.performAndWait {
      for _ in 0...random.below(3) { edit() }
      if random.oneIn(4) {
        edits.append("save")
        try context.save()
      } else {
        context.processPendingChanges()
      }
    }
    for _ in 0..<4 { context.performAndWait { context.processPendingChanges() } }
  }
}
