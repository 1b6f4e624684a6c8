import CoreData

/// The model of the demonstration: countries, each with its time zones.
enum WorldModel {
  static func make() -> NSManagedObjectModel {
    let country = NSEntityDescription()
    country.name = "Country"
    country.properties = [
      attribute("code", .stringAttributeType, isOptional: false),
      attribute("name", .stringAttributeType, isOptional: false),
    ]
    country.uniquenessConstraints = [["code"]]
    let zone = NSEntityDescription()
    zone.name = "Zone"
    zone.properties = [
      attribute("name", .stringAttributeType, isOptional: false),
      attribute("latitude", .doubleAttributeType), attribute("longitude", .doubleAttributeType),
    ]
    let zones = relationship("zones", to: zone, maxCount: 0, .cascadeDeleteRule)
    let back = relationship("country", to: country, maxCount: 1, .nullifyDeleteRule)
    (zones.inverseRelationship, back.inverseRelationship) = (back, zones)
    country.properties.append(zones)
    zone.properties.append(back)
    let model = NSManagedObjectModel()
    model.entities = [country, zone]
    return model
  }

  private static func attribute(
    _ name: String, _ type: NSAttributeType, isOptional: Bool = true
  ) -> NSAttributeDescription {
    let attribute = NSAttributeDescription()
    attribute.name = name
    attribute.attributeType = type
    attribute.isOptional = isOptional
    return attribute
  }

  /// Makes an optional relationship. A `maxCount` of 0 allows any number of objects.
  private static func relationship(
    _ name: String, to destination: NSEntityDescription, maxCount: Int, _ rule: NSDeleteRule
  ) -> NSRelationshipDescription {
    let relationship = NSRelationshipDescription()
    relationship.name = name
    relationship.destinationEntity = destination
    relationship.minCount = 0
    relationship.maxCount = maxCount
    relationship.isOptional = true
    relationship.deleteRule = rule
    return relationship
  }
}
