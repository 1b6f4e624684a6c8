import Foundation
import SectionedTesting

@testable import CoreData

/// The model of most tests: a music library with every kind of attribute and relationship.
///
/// `Person` has the subentity `Musician`. A person owns albums, in an order of their own. An album has an artist, who
/// may be of either entity. Albums and tags are many-to-many, and the tags of an album are ordered.
enum Library {
  static func model() -> NSManagedObjectModel {
    let person = NSEntityDescription("Person", [NSAttributeDescription("name")])
    let musician = NSEntityDescription("Musician", [NSAttributeDescription("instrument")])
    person.subentities = [musician]
    let album = NSEntityDescription(
      "Album",
      [
        NSAttributeDescription("title"), NSAttributeDescription("barcode"),
        NSAttributeDescription("year", .integer16AttributeType),
      ]
    )
    album.uniquenessConstraints = [["barcode"]]
    let tag = NSEntityDescription("Tag", [NSAttributeDescription("word")])
    album.relate("owner", .one, to: person, "albums", .ordered)
    album.relate("artist", .one, to: musician, "works", .many)
    album.relate("tags", .ordered, to: tag, "albums", .many)
    return NSManagedObjectModel([person, musician, album, tag])
  }

  /// Makes a model of one entity, with an attribute of each type that is named after the type.
  static func everyType() -> NSManagedObjectModel {
    let types: [(String, NSAttributeType)] = [
      ("boolean", .booleanAttributeType), ("int16", .integer16AttributeType), ("int32", .integer32AttributeType),
      ("int64", .integer64AttributeType), ("float", .floatAttributeType), ("double", .doubleAttributeType),
      ("decimal", .decimalAttributeType), ("date", .dateAttributeType), ("string", .stringAttributeType),
      ("uri", .URIAttributeType), ("uuid", .UUIDAttributeType), ("binary", .binaryDataAttributeType),
      ("transformable", .transformableAttributeType),
    ]
    let external = NSAttributeDescription("external", .binaryDataAttributeType)
    external.allowsExternalBinaryDataStorage = true
    let note = NSAttributeDescription("note")
    note.isTransient = true
    return NSManagedObjectModel([
      NSEntityDescription("Thing", types.map { NSAttributeDescription($0.0, $0.1) } + [external, note])
    ])
  }
}
