import Foundation

@testable import CoreData

/// Artists have albums, which die with them; albums have tracks in an order, which are left without an album; an artist
/// with a contract cannot be deleted. Artists are friends of artists, tracks carry tags, a person has one passport, and
/// a folder has folders.
enum MusicModel {
  /// A fresh model: a model belongs to the coordinator that uses it first.
  static func make() -> NSManagedObjectModel {
    let artist = entity("Artist", [attribute("name", .stringAttributeType)])
    artist.managedObjectClassName = String(reflecting: Artist.self)
    let album = entity("Album", [attribute("title", .stringAttributeType), attribute("year", .integer16AttributeType)])
    let track = entity(
      "Track",
      [
        attribute("title", .stringAttributeType, isOptional: false), attribute("seconds", .doubleAttributeType),
        attribute("plays", .integer64AttributeType, 0), attribute("isLoved", .booleanAttributeType),
        attribute("added", .dateAttributeType), attribute("cover", .binaryDataAttributeType),
        attribute("uuid", .UUIDAttributeType), attribute("link", .URIAttributeType),
        attribute("price", .decimalAttributeType), attribute("rating", .floatAttributeType),
        transient("badge", .stringAttributeType),
      ]
    )
    let live = entity("LiveTrack", [attribute("venue", .stringAttributeType)])
    track.subentities = [live]
    let tag = entity("Tag", [attribute("name", .stringAttributeType)])
    let contract = entity("Contract", [attribute("number", .integer32AttributeType)])
    let person = entity("Person", [attribute("name", .stringAttributeType)])
    let passport = entity("Passport", [attribute("number", .stringAttributeType)])
    let folder = entity("Folder", [attribute("name", .stringAttributeType)])
    relate(artist, "albums", .many, .cascadeDeleteRule, album, "artist", .one, .nullifyDeleteRule)
    relate(album, "tracks", .ordered, .nullifyDeleteRule, track, "album", .one, .nullifyDeleteRule)
    relate(artist, "contracts", .many, .denyDeleteRule, contract, "artist", .one, .nullifyDeleteRule)
    relate(track, "tags", .many, .nullifyDeleteRule, tag, "tracks", .many, .nullifyDeleteRule)
    relate(person, "passport", .one, .cascadeDeleteRule, passport, "owner", .one, .nullifyDeleteRule)
    relate(folder, "folders", .many, .cascadeDeleteRule, folder, "parent", .one, .nullifyDeleteRule)
    let friends = relationship("friends", .many, .nullifyDeleteRule, to: artist)
    artist.properties.append(friends)
    friends.inverseRelationship = friends
    let model = NSManagedObjectModel()
    model.entities = [artist, album, track, live, tag, contract, person, passport, folder]
    return model
  }

  enum Count { case one, many, ordered }

  static func entity(_ name: String, _ properties: [NSPropertyDescription]) -> NSEntityDescription {
    let entity = NSEntityDescription()
    entity.name = name
    entity.properties = properties
    return entity
  }

  static func attribute(
    _ name: String, _ type: NSAttributeType, _ defaultValue: Any? = nil, isOptional: Bool = true
  ) -> NSAttributeDescription {
    let attribute = NSAttributeDescription()
    attribute.name = name
    attribute.attributeType = type
    attribute.defaultValue = defaultValue
    attribute.isOptional = isOptional
    return attribute
  }

  private static func transient(_ name: String, _ type: NSAttributeType) -> NSAttributeDescription {
    let attribute = attribute(name, type)
    attribute.isTransient = true
    return attribute
  }

  static func relate(
    _ left: NSEntityDescription, _ leftName: String, _ leftCount: Count, _ leftRule: NSDeleteRule,
    _ right: NSEntityDescription, _ rightName: String, _ rightCount: Count, _ rightRule: NSDeleteRule
  ) {
    let there = relationship(leftName, leftCount, leftRule, to: right)
    let back = relationship(rightName, rightCount, rightRule, to: left)
    left.properties.append(there)
    right.properties.append(back)
    there.inverseRelationship = back
    back.inverseRelationship = there
  }

  private static func relationship(
    _ name: String, _ count: Count, _ rule: NSDeleteRule, to destination: NSEntityDescription
  ) -> NSRelationshipDescription {
    let relationship = NSRelationshipDescription()
    relationship.name = name
    relationship.destinationEntity = destination
    relationship.isOptional = true
    relationship.maxCount = count == .one ? 1 : 0
    relationship.isOrdered = count == .ordered
    relationship.deleteRule = rule
    return relationship
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
  @TaskLocal static var friend: Handover<Artist>?
  private static var friendOfNewArtists: Artist? { friend?.value }

  override func willSave() { told.append("willSave") }
  override func didSave() { told.append("didSave") }
  override func prepareForDeletion() { told.append("prepareForDeletion") }
  override func willTurnIntoFault() { told.append("willTurnIntoFault") }
  override func didTurnIntoFault() { told.append("didTurnIntoFault") }
}
