import Foundation
import SectionedTesting

@testable import CoreData

/// Artists have albums, which are deleted with them. Albums have ordered tracks, which stay without an album. An artist
/// with a contract cannot be deleted. Artists have artists as friends, and as mentors. Tracks have tags. A person has
/// one passport and sings tracks; a track also knows its producer. Mixes have ordered tracks, too, and folders have
/// folders. The model has attributes of every type, one of them unique, and subentities of albums and tracks. The
/// configuration `Folders` has the folders, `Music` the rest.
enum MusicModel {
  /// Makes a new model each time, because a model belongs to the coordinator that uses it first.
  ///
  /// - Parameter tracks: the class of tracks.
  static func make(tracks: NSManagedObject.Type = NSManagedObject.self) -> NSManagedObjectModel {
    let artist = NSEntityDescription(
      "Artist",
      [
        NSAttributeDescription("name"), NSAttributeDescription("founded", .dateAttributeType),
        NSAttributeDescription("rank", .integer16AttributeType),
      ])
    artist.managedObjectClassName = String(reflecting: Artist.self)
    let album = NSEntityDescription(
      "Album",
      [
        NSAttributeDescription("title"), NSAttributeDescription("year", .integer16AttributeType),
        NSAttributeDescription("number", .integer64AttributeType),
        NSAttributeDescription("price", .decimalAttributeType),
        NSAttributeDescription("length", .doubleAttributeType), NSAttributeDescription("gain", .floatAttributeType),
        NSAttributeDescription("isLive", .booleanAttributeType), NSAttributeDescription("released", .dateAttributeType),
        NSAttributeDescription("code", .UUIDAttributeType), NSAttributeDescription("cover", .binaryDataAttributeType),
        NSAttributeDescription("page", .URIAttributeType),
      ])
    let box = NSEntityDescription("Box", [NSAttributeDescription("discs", .integer32AttributeType)])
    album.subentities = [box]
    let track = NSEntityDescription(
      "Track",
      [
        NSAttributeDescription("title", .stringAttributeType, isOptional: false),
        NSAttributeDescription("seconds", .doubleAttributeType),
        NSAttributeDescription("plays", .integer64AttributeType, 0),
        NSAttributeDescription("isLoved", .booleanAttributeType),
        NSAttributeDescription("added", .dateAttributeType), NSAttributeDescription("cover", .binaryDataAttributeType),
        NSAttributeDescription("uuid", .UUIDAttributeType), NSAttributeDescription("link", .URIAttributeType),
        NSAttributeDescription("price", .decimalAttributeType), NSAttributeDescription("rating", .floatAttributeType),
        NSAttributeDescription("badge", .stringAttributeType, isTransient: true),
        NSAttributeDescription("genre"), NSAttributeDescription("number", .integer64AttributeType),
        NSAttributeDescription("note"), NSAttributeDescription("code"),
      ]
    )
    let live = NSEntityDescription(
      "LiveTrack",
      [NSAttributeDescription("venue"), NSAttributeDescription("crowd", .integer16AttributeType)])
    track.subentities = [live]
    track.uniquenessConstraints = [["code"]]
    for entity in [track, live] { entity.managedObjectClassName = String(reflecting: tracks) }
    let tag = NSEntityDescription(
      "Tag", [NSAttributeDescription("name"), NSAttributeDescription("weight", .integer32AttributeType)])
    let contract = NSEntityDescription("Contract", [NSAttributeDescription("number", .integer32AttributeType)])
    let person = NSEntityDescription(
      "Person",
      [NSAttributeDescription("name"), NSAttributeDescription("rank", .integer64AttributeType)])
    let passport = NSEntityDescription("Passport", [NSAttributeDescription("number")])
    let folder = NSEntityDescription("Folder", [NSAttributeDescription("name")])
    let mix = NSEntityDescription("Mix")
    artist.relate("pupils", .many, to: artist, "mentor", .one)
    artist.relate("albums", .many, .cascadeDeleteRule, to: album, "artist", .one)
    album.relate("tracks", .ordered, to: track, "album", .one)
    artist.relate("contracts", .many, .denyDeleteRule, to: contract, "artist", .one)
    track.relate("tags", .many, to: tag, "tracks", .many)
    person.relate("songs", .many, to: track, "singer", .one)
    // A person has no relationship to the tracks that she produced.
    track.properties.append(NSRelationshipDescription("producer", .one, to: person))
    // Some lists find their places by one of these indexes, others have to search.
    track.indexes = [["title"], ["genre", "title"], ["singer", "number"]].map { keys in
      NSFetchIndexDescription(
        name: "by" + keys.joined(),
        elements: keys.compactMap { key in
          track.propertiesByName[key].map { NSFetchIndexElementDescription(property: $0, collationType: .binary) }
        })
    }
    person.relate("passport", .one, .cascadeDeleteRule, to: passport, "owner", .one)
    mix.relate("tracks", .ordered, to: track, "mixes", .many)
    folder.relate("folders", .many, .cascadeDeleteRule, to: folder, "parent", .one)
    let friends = NSRelationshipDescription("friends", .many, to: artist)
    artist.properties.append(friends)
    friends.inverseRelationship = friends
    let music = [artist, album, box, track, live, tag, contract, person, passport, mix]
    let model = NSManagedObjectModel(music + [folder])
    model.setEntities(music, forConfigurationName: "Music")
    model.setEntities([folder], forConfigurationName: "Folders")
    return model
  }
}

/// The class that the model names for artists. It records the callbacks that it gets.
final class Artist: NSManagedObject {
  var reported: [String] = []

  var name: String? {
    get { value(forKey: "name") as? String }
    set { setValue(newValue, forKey: "name") }
  }

  var albums: Set<NSManagedObject> {
    get { value(forKey: "albums") as? Set<NSManagedObject> ?? [] }
    set { setValue(newValue, forKey: "albums") }
  }

  override func awakeFromInsert() {
    reported.append("awakeFromInsert")
    if let friend = Self.friendOfNewArtists { setValue(Set([friend]), forKey: "friends") }
  }

  override func awakeFromFetch() {
    reported.append("awakeFromFetch")
    if name == "nameless" { name = "silent" }
  }

  /// The artist with whom a new artist makes friends when it awakes.
  @TaskLocal static var friend: UncheckedTransfer<Artist>?
  private static var friendOfNewArtists: Artist? { friend?.value }

  /// A closure that an artist's validation calls after its own checks.
  @TaskLocal static var validation: UncheckedTransfer<(Artist) throws -> Void>?

  override func validateForInsert() throws {
    try super.validateForInsert()
    try Self.validation?.value(self)
  }

  override func validateForUpdate() throws {
    try super.validateForUpdate()
    try Self.validation?.value(self)
  }

  override func willSave() { reported.append("willSave") }
  override func didSave() { reported.append("didSave") }
  override func prepareForDeletion() { reported.append("prepareForDeletion") }
  override func willTurnIntoFault() { reported.append("willTurnIntoFault") }
  override func didTurnIntoFault() { reported.append("didTurnIntoFault") }
}

/// A track whose transient badge is the first letter of its title.
final class BadgedTrack: NSManagedObject {
  override func value(forKey key: String) -> Any? {
    guard key == "badge" else { return super.value(forKey: key) }
    return (super.value(forKey: "title") as? String).map { String($0.prefix(1)) }
  }
}

extension BadgedTrack: NamedProperties {
  static var namedProperties: [(name: String, keyPath: AnyKeyPath)] { [("initial", \BadgedTrack.initial)] }

  /// A property that only the class lists, and not the model.
  var initial: String? { (super.value(forKey: "title") as? String).map { String($0.prefix(1)) } }
}
