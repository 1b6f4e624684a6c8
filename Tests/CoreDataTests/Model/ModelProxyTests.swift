import Foundation
import Testing

@testable import CoreData
@testable import CoreDataModel

/// Older frameworks archive a proxy for every property that a subentity inherits.
@Suite("Inherited properties that an archive keeps as stand-ins")
struct ModelProxyTests {
  /// `Person` has a name and albums. `Musician` inherits them, and `Soloist` inherits them from `Musician`, so that its
  /// proxies lead to other proxies. An album's artist has a proxy for its inverse.
  private static func archive() -> Data {
    var builder = KeyedArchiveBuilder()
    let names = ["Person", "Musician", "Soloist", "Album"]
    let model = builder.reserve()
    let entities = names.map { _ in builder.reserve() }
    let (name, albums, instrument, artist) = (
      builder.reserve(), builder.reserve(), builder.reserve(), builder.reserve()
    )
    func proxy(_ property: Int, of entity: Int, _ builder: inout KeyedArchiveBuilder) -> Int {
      let place = builder.reserve()
      builder.fill(
        place, ["_NSPropertyDescriptionProxy"],
        [(key: "NSUnderlyingProperty", value: .uid(property)), (key: "NSEntityDescription", value: .uid(entity))])
      return place
    }
    let ofMusician = [name, albums].map { proxy($0, of: entities[1], &builder) }
    let ofSoloist = (ofMusician + [instrument]).map { proxy($0, of: entities[2], &builder) }
    for (place, text) in [(name, "name"), (instrument, "instrument")] {
      builder.fill(
        place, ["NSAttributeDescription", "NSPropertyDescription"],
        [
          (key: "NSPropertyName", value: builder.string(text)), (key: "NSAttributeType", value: .integer(700)),
          (key: "NSIsOptional", value: .bool(true)),
        ])
    }
    for (place, text, destination, inverse, maximum) in [
      (albums, "albums", 3, artist, 0), (artist, "artist", 1, ofMusician[1], 1),
    ] {
      builder.fill(
        place, ["NSRelationshipDescription", "NSPropertyDescription"],
        [
          (key: "NSPropertyName", value: builder.string(text)), (key: "NSIsOptional", value: .bool(true)),
          (key: "NSDestinationEntity", value: .uid(entities[destination])),
          (key: "NSInverseRelationship", value: .uid(inverse)), (key: "NSMaxCount", value: .integer(Int64(maximum))),
          (key: "NSDeleteRule", value: .integer(1)),
        ])
    }
    let properties: [[(String, Int)]] = [
      [("name", name), ("albums", albums)],
      [("name", ofMusician[0]), ("albums", ofMusician[1]), ("instrument", instrument)],
      [("name", ofSoloist[0]), ("albums", ofSoloist[1]), ("instrument", ofSoloist[2])],
      [("artist", artist)],
    ]
    for (index, entity) in entities.enumerated() {
      let list = builder.dictionary(properties[index].map { (key: $0.0, value: .uid($0.1)) })
      builder.fill(
        entity, ["NSEntityDescription"],
        [
          (key: "NSEntityName", value: builder.string(names[index])), (key: "NSProperties", value: list),
          (key: "NSSuperentity", value: .uid([0, entities[0], entities[1], 0][index])),
        ])
    }
    let list = builder.dictionary(zip(names, entities).map { (key: $0, value: .uid($1)) })
    builder.fill(model, ["NSManagedObjectModel"], [(key: "NSEntities", value: list)])
    return builder.data(root: model)
  }

  @Test func areThePropertiesOfTheParent() throws {
    let model = try NSManagedObjectModel(modelCache: RawDeflate.deflate(Self.archive()))
    let (person, musician) = (
      try #require(model.entitiesByName["Person"]), try #require(model.entitiesByName["Musician"])
    )
    let soloist = try #require(model.entitiesByName["Soloist"])
    #expect(Set(person.ownProperties.map(\.name)) == ["name", "albums"])
    #expect(musician.ownProperties.map(\.name) == ["instrument"])
    #expect(soloist.ownProperties.isEmpty)
    #expect(Set(soloist.propertiesByName.keys) == ["name", "albums", "instrument"])
    #expect(model.entitiesByName["Album"]?.relationshipsByName["artist"]?.inverseRelationship?.name == "albums")
    let compiled = model.compile()
    _ = try NewStoreSchema(compiled, entities: Set(compiled.layout.entities.indices))
  }

  /// A proxy for itself, or for nothing, must be an error and not a hang.
  @Test(arguments: [true, false]) func aStandInForNothingIsAnError(isItself: Bool) throws {
    var builder = KeyedArchiveBuilder()
    let (model, entity, property) = (builder.reserve(), builder.reserve(), builder.reserve())
    builder.fill(
      property, ["_NSPropertyDescriptionProxy"],
      isItself ? [(key: "NSUnderlyingProperty", value: .uid(property))] : [])
    let properties = builder.dictionary([(key: "name", value: .uid(property))])
    builder.fill(
      entity, ["NSEntityDescription"],
      [(key: "NSEntityName", value: builder.string("A")), (key: "NSProperties", value: properties)])
    let list = builder.dictionary([(key: "A", value: .uid(entity))])
    builder.fill(model, ["NSManagedObjectModel"], [(key: "NSEntities", value: list)])
    let error = #expect(throws: ModelReadingError.self) {
      try NSManagedObjectModel(modelCache: RawDeflate.deflate(builder.data(root: model)))
    }
    #expect(error?.reason == "the object 3 of the archive has a wrong value for NSUnderlyingProperty")
  }
}
