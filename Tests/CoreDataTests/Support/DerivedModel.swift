import Foundation
import SectionedTesting

@testable import CoreData

/// Artists have albums, albums have songs, and songs have tags. A single is a song. Artists have favorite songs,
/// without an inverse relationship.
enum DerivedModel {
  static func make(
    _ change: (NSEntityDescription, NSEntityDescription, NSEntityDescription) -> Void = derive
  )
    -> NSManagedObjectModel
  {
    let artist = NSEntityDescription(
      "Artist", [NSAttributeDescription("name"), NSAttributeDescription("fans", .integer32AttributeType, 0)])
    let album = NSEntityDescription("Album", [NSAttributeDescription("title")])
    let song = NSEntityDescription(
      "Song",
      [
        NSAttributeDescription("title"), NSAttributeDescription("seconds", .integer32AttributeType),
        NSAttributeDescription("price", .decimalAttributeType),
      ])
    let single = NSEntityDescription("Single", [NSAttributeDescription("side")])
    let tag = NSEntityDescription("Tag", [NSAttributeDescription("word")])
    artist.relate("albums", .many, to: album, "artist", .one)
    album.relate("songs", .many, to: song, "album", .one)
    song.relate("tags", .many, to: tag, "songs", .many)
    artist.properties.append(NSRelationshipDescription("favorites", .many, to: song))
    song.subentities = [single]
    change(artist, album, song)
    tag.properties.append(attribute("songCount", .integer16AttributeType, "songs.@count"))
    return NSManagedObjectModel([artist, album, song, single, tag])
  }

  /// Adds derived attributes of every form.
  static func derive(_ artist: NSEntityDescription, _ album: NSEntityDescription, _ song: NSEntityDescription) {
    artist.properties += [
      attribute("plainName", .stringAttributeType, "canonical:(name)"),
      attribute("loudName", .stringAttributeType, "uppercase:(name)"),
      attribute("quietName", .stringAttributeType, "lowercase:(name)"),
      attribute("savedAt", .dateAttributeType, "now()"),
      attribute("favoriteCount", .integer32AttributeType, "favorites.@count"),
      attribute("favoriteSeconds", .integer64AttributeType, "favorites.seconds.@sum"),
    ]
    album.properties += [
      attribute("artistName", .stringAttributeType, "artist.name"),
      attribute("songCount", .integer64AttributeType, "songs.@count"),
      attribute("seconds", .integer64AttributeType, "songs.seconds.@sum"),
      attribute("price", .decimalAttributeType, "songs.price.@sum"),
      attribute("artistFavorites", .integer32AttributeType, "artist.favorites.@count"),
    ]
    song.properties += [
      attribute("plainArtist", .stringAttributeType, "canonical:(album.artist.name)"),
      attribute("fans", .doubleAttributeType, "album.artist.fans"),
      attribute("neighbors", .integer32AttributeType, "album.songs.@count"),
      attribute("tagCount", .integer32AttributeType, "tags.@count"),
      // A derived attribute of a derived attribute.
      attribute("loudArtist", .stringAttributeType, "album.artist.loudName"),
    ]
  }

  static func attribute(_ name: String, _ type: NSAttributeType, _ derivation: String) -> NSPropertyDescription {
    let attribute = NSDerivedAttributeDescription()
    attribute.name = name
    attribute.attributeType = type
    attribute.derivation = derivation
    return attribute
  }

  /// Returns the expected derived attributes of all objects in a context, computed by hand from the other values. Times
  /// are left out.
  static func expected(_ context: NSManagedObjectContext) throws -> [String] {
    func text(_ object: NSManagedObject?, _ key: String) -> String? { object?.value(forKey: key) as? String }
    func to(_ object: NSManagedObject?, _ key: String) -> NSManagedObject? {
      object?.value(forKey: key) as? NSManagedObject
    }
    func many(_ object: NSManagedObject?, _ key: String) -> Set<NSManagedObject> {
      object?.value(forKey: key) as? Set<NSManagedObject> ?? []
    }
    func seconds(_ songs: Set<NSManagedObject>) -> Double {
      songs.reduce(0.0) { $0 + (($1.value(forKey: "seconds") as? Double) ?? 0) }
    }
    // Without an inverse, a context keeps deleted objects in a relationship.
    let songs = Set(try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Song")))
    func favorites(_ artist: NSManagedObject?) -> Set<NSManagedObject> {
      many(artist, "favorites").intersection(songs)
    }
    func plain(_ text: String?) -> String? {
      text?.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }
    return try lines(context) { object in
      switch object.entity.name {
      case "Artist":
        let name = text(object, "name")
        return [
          "plainName": plain(name), "loudName": name?.uppercased(), "quietName": name?.lowercased(),
          "favoriteCount": Double(favorites(object).count), "favoriteSeconds": seconds(favorites(object)),
        ]
      case "Album":
        let songs = many(object, "songs")
        return [
          "artistName": text(to(object, "artist"), "name"), "songCount": Double(songs.count),
          "seconds": seconds(songs), "artistFavorites": Double(favorites(to(object, "artist")).count),
          "price": songs.reduce(0.0) { $0 + (($1.value(forKey: "price") as? NSNumber)?.doubleValue ?? 0) },
        ]
      case "Song", "Single":
        let album = to(object, "album")
        let artist = to(album, "artist")
        return [
          "plainArtist": plain(text(artist, "name")), "fans": artist?.value(forKey: "fans") as? Double,
          "neighbors": Double(many(album, "songs").count), "tagCount": Double(many(object, "tags").count),
          "loudArtist": text(artist, "name")?.uppercased(),
        ]
      default: return ["songCount": Double(many(object, "songs").count)]
      }
    }
  }

  /// Returns the actual derived attributes of all objects in a context.
  static func found(_ context: NSManagedObjectContext) throws -> [String] {
    try lines(context) { object in
      let names = object.entity.attributesByName.filter {
        $0.value is NSDerivedAttributeDescription && $0.key != "savedAt"
      }.keys
      return Dictionary(
        uniqueKeysWithValues: names.map { name in
          let value = object.value(forKey: name)
          return (name, (value as? NSNumber)?.doubleValue ?? value)
        })
    }
  }

  private static func lines(
    _ context: NSManagedObjectContext, _ values: (NSManagedObject) throws -> [String: Any?]
  ) throws -> [String] {
    try ["Artist", "Album", "Song", "Tag"].flatMap { entity in
      try context.fetch(NSFetchRequest<NSManagedObject>(entityName: entity))
        .sorted { $0.objectID.key.primaryKey < $1.objectID.key.primaryKey }
        .map { object in
          let values = try values(object).sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value ?? "nil")" }
          return "\(entity)\(object.objectID.key.primaryKey): \(values.joined(separator: " "))"
        }
    }
  }
}
