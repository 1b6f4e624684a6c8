import CoreData
import Foundation

/// Owners have cars, which may be sports cars; cars carry labels. Lists keep tracks in an order, and mixes keep tracks
/// that others may keep too, in an order of their own.
enum GarageModel {
  /// A fresh model: a model belongs to the coordinator that uses it first.
  static func make() -> NSManagedObjectModel {
    let owner = entity("Owner", [attribute("name", .stringAttributeType)])
    let car = entity(
      "Car",
      [
        attribute("plate", .stringAttributeType), attribute("weight", .doubleAttributeType),
        attribute("made", .dateAttributeType), transient("note", .stringAttributeType),
      ]
    )
    let sportsCar = entity("SportsCar", [attribute("topSpeed", .integer16AttributeType)])
    let label = entity("Label", [attribute("title", .stringAttributeType)])
    let list = entity("List", [])
    let track = entity("Track", [attribute("title", .stringAttributeType)])
    let mix = entity("Mix", [])
    car.subentities = [sportsCar]
    car.uniquenessConstraints = [["plate"]]
    relate(owner, "cars", .many, car, "owner", .one)
    relate(car, "labels", .many, label, "cars", .many)
    relate(list, "tracks", .ordered, track, "list", .one)
    relate(mix, "tracks", .ordered, track, "mixes", .many)
    let model = NSManagedObjectModel()
    model.entities = [owner, car, sportsCar, label, list, track, mix]
    model.setEntities([owner, car, sportsCar, label], forConfigurationName: "Garage")
    model.setEntities([list, track, mix], forConfigurationName: "Music")
    return model
  }

  private enum Count { case one, many, ordered }

  private static func entity(_ name: String, _ properties: [NSPropertyDescription]) -> NSEntityDescription {
    let entity = NSEntityDescription()
    entity.name = name
    entity.properties = properties
    return entity
  }

  private static func attribute(_ name: String, _ type: NSAttributeType) -> NSAttributeDescription {
    let attribute = NSAttributeDescription()
    attribute.name = name
    attribute.attributeType = type
    attribute.isOptional = true
    return attribute
  }

  private static func transient(_ name: String, _ type: NSAttributeType) -> NSAttributeDescription {
    let attribute = attribute(name, type)
    attribute.isTransient = true
    return attribute
  }

  private static func relate(
    _ left: NSEntityDescription, _ leftName: String, _ leftCount: Count, _ right: NSEntityDescription,
    _ rightName: String, _ rightCount: Count
  ) {
    let there = relationship(leftName, leftCount, to: right)
    let back = relationship(rightName, rightCount, to: left)
    left.properties.append(there)
    right.properties.append(back)
    there.inverseRelationship = back
    back.inverseRelationship = there
  }

  private static func relationship(
    _ name: String, _ count: Count, to destination: NSEntityDescription
  ) -> NSRelationshipDescription {
    let relationship = NSRelationshipDescription()
    relationship.name = name
    relationship.destinationEntity = destination
    relationship.isOptional = true
    relationship.maxCount = count == .one ? 1 : 0
    relationship.isOrdered = count == .ordered
    relationship.deleteRule = .nullifyDeleteRule
    return relationship
  }
}
