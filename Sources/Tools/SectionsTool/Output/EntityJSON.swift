import CoreData

/// Entities as JSON.
enum EntityJSON {
  static func brief(_ count: EntityCount) -> JSON { .object(numbers(of: count)) }

  static func whole(_ count: EntityCount) -> JSON {
    let entity = count.entity
    let attributes = entity.attributesByName.values.sorted { $0.name < $1.name }.map(json)
    let relationships = entity.relationshipsByName.values.sorted { $0.name < $1.name }.map { relationship in
      JSON.object([
        ("name", .string(relationship.name)), ("destination", .optional(relationship.destinationEntity?.name)),
        ("toMany", .bool(relationship.isToMany)), ("ordered", .bool(relationship.isOrdered)),
        ("inverse", .optional(relationship.inverseRelationship?.name)),
      ])
    }
    return .object(
      numbers(of: count) + [("attributes", .array(attributes)), ("relationships", .array(relationships))])
  }

  private static func numbers(of count: EntityCount) -> [(key: String, value: JSON)] {
    [
      ("name", .optional(count.entity.name)), ("parent", .optional(count.entity.superentity?.name)),
      ("abstract", .bool(count.entity.isAbstract)), ("count", .integer(count.own)),
      ("countWithSubentities", .integer(count.whole)),
    ]
  }

  private static func json(_ attribute: NSAttributeDescription) -> JSON {
    let elements = (attribute as? NSCompositeAttributeDescription).map { composite in
      ("elements", JSON.array(composite.elements.map(json)))
    }
    return .object(
      [
        ("name", .string(attribute.name)), ("type", .string(attribute.attributeType.word)),
        ("optional", .bool(attribute.isOptional)),
      ] + [elements].compactMap { $0 })
  }
}
