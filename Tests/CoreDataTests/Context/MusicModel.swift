import Foundation
import SectionedTesting

@testable import CoreData

/// Artists have albums, which die with them; albums have tracks in an order, which are left without an album; an artist
/// with a contract cannot be deleted. Artists are friends of artists, tracks carry tags, a person has one passport, and
/// a folder has folders.
enum MusicModel {
  /// A fresh model: a model belongs to the coordinator that uses it first.
  static func make() -> NSManagedObjectModel {
    let artist = NSEntityDescription("Artist", [NSAttributeDescription("name", .stringAttributeType)])
    artist.managedObjectClassName = String(reflecting: Artist.self)
    let album = NSEntityDescription(
      "Album",
      [NSAttributeDescription("title", .stringAttributeType), NSAttributeDescription("year", .integer16AttributeType)])
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
      ]
    )
    let live = NSEntityDescription("LiveTrack", [NSAttributeDescription("venue", .stringAttributeType)])
    track.subentities = [live]
    let tag = NSEntityDescription("Tag", [NSAttributeDescription("name", .stringAttributeType)])
    let contract = NSEntityDescription("Contract", [NSAttributeDescription("number", .integer32AttributeType)])
    let person = NSEntityDescription("Person", [NSAttributeDescription("name", .stringAttributeType)])
    let passport = NSEntityDescription("Passport", [NSAttributeDescription("number", .stringAttributeType)])
    let folder = NSEntityDescription("Folder", [NSAttributeDescription("name", .stringAttributeType)])
    artist.relate("albums", .many, .cascadeDeleteRule, to: album, "artist", .one)
    album.relate("tracks", .ordered, to: track, "album", .one)
    artist.relate("contracts", .many, .denyDeleteRule, to: contract, "artist", .one)
    track.relate("tags", .many, to: tag, "tracks", .many)
    person.relate("passport", .one, .cascadeDeleteRule, to: passport, "owner", .one)
    folder.relate("folders", .many, .cascadeDeleteRule, to: folder, "parent", .one)
    let friends = NSRelationshipDescription("friends", .many, to: artist)
    artist.properties.append(friends)
    friends.inverseRelationship = friends
    let model = NSManagedObjectModel()
    model.entities = [artist, album, track, live, tag, contract, person, passport, folder]
    return model
  }
}

/// The class that the model names for artists. It tells what it lives through.
final class Artist: NSManagedObject {
  var told: [String] = []

  var name: String? {
    get { value(forKey: "name") as? String }
    set { setValue(newValue, forKey: "name") }
  }

  var albums: Set<NSManagedObject> {
    get { value(forKey: "albums") as? Set<NSManagedObject> ?? [] }
    set { setValue(newValue, forKey: "albums") }
  }

  override func awakeFromInsert() {
    told.append("awakeFromInsert")
    if let friend = Self.friendOfNewArtists { setValue(Set([friend]), forKey: "friends") }
  }

  override func awakeFromFetch() {
    told.append("awakeFromFetch")
    if name == "nameless" { name = "silent" }
  }

  /// Whom a new artist makes friends with as it awakes.
  @TaskLocal static var friend: UncheckedTransfer<Artist>?
  private static var friendOfNewArtists: Artist? { friend?.value }

  /// What an artist's validation does beside its own checks.
  @TaskLocal static var validation: UncheckedTransfer<(Artist) throws -> Void>?

  override func validateForInsert() throws {
    try super.validateForInsert()
    try Self.validation?.value(self)
  }

  override func validateForUpdate() throws {
    try super.validateForUpdate()
    try Self.validation?.value(self)
  }

  override func willSave() { told.append("willSave") }
  override func didSave() { told.append("didSave") }
  override func prepareForDeletion() { told.append("prepareForDeletion") }
  override func willTurnIntoFault() { told.append("willTurnIntoFault") }
  override func didTurnIntoFault() { told.append("didTurnIntoFault") }
}
