import CoreData

/// The model of the demonstration: countries, each with its time zones.
enum WorldModel {
  static func make() -> NSManagedObjectModel {
    let country = NSEntityDescription()
    country.name = "Country"
    let zone = NSEntityDescription()
    zone.name = "Zone"

    let zones = NSRelationshipDescription()
    zones.name = "zones"
    zones.destinationEntity = zone
    zones.minCount = 0
    zones.maxCount = 0
    zones.isOptional = true
    zones.deleteRule = .cascadeDeleteRule

    let owner = NSRelationshipDescription()
    owner.name = "country"
    owner.destinationEntity = country
    owner.minCount = 0
    owner.maxCount = 1
    owner.isOptional = true
    owner.deleteRule = .nullifyDeleteRule

    zones.inverseRelationship = owner
    owner.inverseRelationship = zones

    country.properties = [attribute("code", .stringAttributeType), attribute("name", .stringAttributeType), zones]
    country.uniquenessConstraints = [["code"]]
    zone.properties = [
      attribute("name", .stringAttributeType), attribute("latitude", .doubleAttributeType),
      attribute("longitude", .doubleAttributeType), owner,
    ]

    let model = NSManagedObjectModel()
    model.entities = [country, zone]
    return model
  }

  private static func attribute(_ name: String, _ type: NSAttributeType) -> NSAttributeDescription {
    let attribute = NSAttributeDescription()
    attribute.name = name
    attribute.attributeType = type
    attribute.isOptional = false
    return attribute
  }
}
