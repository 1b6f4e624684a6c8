import CoreData
import SectionedTesting

/// The model of the demonstration: countries, each with its time zones.
enum WorldModel {
  static func make() -> NSManagedObjectModel {
    let country = NSEntityDescription(
      "Country",
      [
        NSAttributeDescription("code", .stringAttributeType, isOptional: false),
        NSAttributeDescription("name", .stringAttributeType, isOptional: false),
      ])
    country.uniquenessConstraints = [["code"]]
    let zone = NSEntityDescription(
      "Zone",
      [
        NSAttributeDescription("name", .stringAttributeType, isOptional: false),
        NSAttributeDescription("latitude", .doubleAttributeType),
        NSAttributeDescription("longitude", .doubleAttributeType),
      ])
    country.relate("zones", .many, .cascadeDeleteRule, to: zone, "country", .one)
    let model = NSManagedObjectModel()
    model.entities = [country, zone]
    return model
  }
}
