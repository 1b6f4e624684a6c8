import Foundation

@testable import CoreData

/// Small models made in code.
enum CodeModels {
  static func entity(_ name: String, _ properties: [NSPropertyDescription] = []) -> NSEntityDescription {
    let entity = NSEntityDescription()
    entity.name = name
    entity.properties = properties
    return entity
  }

  static func attribute(_ name: String, _ type: NSAttributeType = .stringAttributeType) -> NSAttributeDescription {
    let attribute = NSAttributeDescription()
    attribute.name = name
    attribute.attributeType = type
    return attribute
  }

  /// Adds a relationship and its inverse to two entities.
  static func relate(
    _ owner: NSEntityDescription, _ name: String, max: Int = 1, ordered: Bool = false, to other: NSEntityDescription,
    _ inverseName: String, inverseMax: Int = 0, inverseOrdered: Bool = false
  ) {
    let relationship = NSRelationshipDescription()
    relationship.name = name
    relationship.destinationEntity = other
    relationship.maxCount = max
    relationship.isOrdered = ordered
    let inverse = NSRelationshipDescription()
    inverse.name = inverseName
    inverse.destinationEntity = owner
    inverse.maxCount = inverseMax
    inverse.isOrdered = inverseOrdered
    relationship.inverseRelationship = inverse
    inverse.inverseRelationship = relationship
    owner.properties += [relationship]
    other.properties += [inverse]
  }

  static func model(_ entities: NSEntityDescription...) -> NSManagedObjectModel {
    let model = NSManagedObjectModel()
    model.entities = entities
    return model
  }
}
