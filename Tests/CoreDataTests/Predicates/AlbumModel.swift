import CoreData
import Foundation

/// Artists make albums, some of which are boxes; albums hold tracks, and tracks are of genres that others are of too.
/// Artists have mentors, on and on.
/// Every type of attribute that can be compared occurs.
enum AlbumModel {
  static func make() -> NSManagedObjectModel {
    let artist = entity(
      "Artist", [("name", .stringAttributeType), ("founded", .dateAttributeType), ("rank", .integer16AttributeType)])
    let album = entity(
      "Album",
      [
        ("title", .stringAttributeType), ("number", .integer64AttributeType), ("price", .decimalAttributeType),
        ("length", .doubleAttributeType), ("gain", .floatAttributeType), ("isLive", .booleanAttributeType),
        ("released", .dateAttributeType), ("code", .UUIDAttributeType), ("cover", .binaryDataAttributeType),
        ("page", .URIAttributeType),
      ])
    let box = entity("Box", [("discs", .integer32AttributeType)])
    let track = entity("Track", [("title", .stringAttributeType), ("position", .integer32AttributeType)])
    let genre = entity("Genre", [("name", .stringAttributeType), ("weight", .integer32AttributeType)])
    album.subentities = [box]
    relate(artist, "pupils", isMany: true, artist, "mentor", isMany: false)
    relate(artist, "albums", isMany: true, album, "artist", isMany: false)
    relate(album, "tracks", isMany: true, track, "album", isMany: false)
    relate(track, "genres", isMany: true, genre, "tracks", isMany: true)
    let model = NSManagedObjectModel()
    model.entities = [artist, album, box, track, genre]
    return model
  }

  private static func entity(_ name: String, _ attributes: [(String, NSAttributeType)]) -> NSEntityDescription {
    let entity = NSEntityDescription()
    entity.name = name
    entity.properties = attributes.map { name, type in
      let attribute = NSAttributeDescription()
      attribute.name = name
      attribute.attributeType = type
      attribute.isOptional = true
      return attribute
    }
    return entity
  }

  private static func relate(
    _ left: NSEntityDescription, _ leftName: String, isMany leftIsMany: Bool, _ right: NSEntityDescription,
    _ rightName: String, isMany rightIsMany: Bool
  ) {
    let there = relationship(leftName, isMany: leftIsMany, to: right)
    let back = relationship(rightName, isMany: rightIsMany, to: left)
    left.properties.append(there)
    right.properties.append(back)
    there.inverseRelationship = back
    back.inverseRelationship = there
  }

  private static func relationship(
    _ name: String, isMany: Bool, to destination: NSEntityDescription
  ) -> NSRelationshipDescription {
    let relationship = NSRelationshipDescription()
    relationship.name = name
    relationship.destinationEntity = destination
    relationship.isOptional = true
    relationship.maxCount = isMany ? 0 : 1
    relationship.deleteRule = .nullifyDeleteRule
    return relationship
  }
}
