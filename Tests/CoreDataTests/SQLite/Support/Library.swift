import Foundation

@testable import CoreData

/// The model of most tests: a music library with every kind of attribute and relationship.
///
/// `Person` has the subentity `Musician`. A person owns albums in an order of their own; an album has an artist, who
/// may be either; albums and tags go both ways, and the tags of an album are ordered.
enum Library {
  static func model() -> NSManagedObjectModel {
    let person = CodeModels.entity("Person", [CodeModels.attribute("name")])
    let musician = CodeModels.entity("Musician", [CodeModels.attribute("instrument")])
    person.subentities = [musician]
    let album = CodeModels.entity(
      "Album",
      [
        CodeModels.attribute("title"), CodeModels.attribute("barcode"),
        CodeModels.attribute("year", .integer16AttributeType),
      ]
    )
    album.uniquenessConstraints = [["barcode"]]
    let tag = CodeModels.entity("Tag", [CodeModels.attribute("word")])
    CodeModels.relate(album, "owner", to: person, "albums", inverseMax: 0, inverseOrdered: true)
    CodeModels.relate(album, "artist", to: musician, "works")
    CodeModels.relate(album, "tags", max: 0, ordered: true, to: tag, "albums", inverseMax: 0)
    return CodeModels.model(person, musician, album, tag)
  }

  /// One entity with an attribute of each type, each named after it.
  static func everyType() -> NSManagedObjectModel {
    let types: [(String, NSAttributeType)] = [
      ("boolean", .booleanAttributeType), ("int16", .integer16AttributeType), ("int32", .integer32AttributeType),
      ("int64", .integer64AttributeType), ("float", .floatAttributeType), ("double", .doubleAttributeType),
      ("decimal", .decimalAttributeType), ("date", .dateAttributeType), ("string", .stringAttributeType),
      ("uri", .URIAttributeType), ("uuid", .UUIDAttributeType), ("binary", .binaryDataAttributeType),
      ("transformable", .transformableAttributeType),
    ]
    let external = CodeModels.attribute("external", .binaryDataAttributeType)
    external.allowsExternalBinaryDataStorage = true
    let note = CodeModels.attribute("note")
    note.isTransient = true
    return CodeModels.model(
      CodeModels.entity("Thing", types.map { CodeModels.attribute($0.0, $0.1) } + [external, note])
    )
  }
}
