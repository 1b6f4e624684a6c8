import CoreData
import Foundation
import SectionedDataSources
import SectionedTesting
import UIKit

// The entities of the articles' samples.

final class Country: NSManagedObject {
  var name: String {
    get { value(forKey: "name") as? String ?? "" }
    set { setValue(newValue, forKey: "name") }
  }
}

final class Zone: NSManagedObject {
  var name: String {
    get { value(forKey: "name") as? String ?? "" }
    set { setValue(newValue, forKey: "name") }
  }

  var position: Int64 {
    get { value(forKey: "position") as? Int64 ?? 0 }
    set { setValue(newValue, forKey: "position") }
  }

  var country: Country? {
    get { value(forKey: "country") as? Country }
    set { setValue(newValue, forKey: "country") }
  }
}

/// A store in memory with countries by name, and their zones by position.
@MainActor
struct World {
  typealias Zones = FetchedDataSource<Country, Zone>

  let container: NSPersistentContainer
  var context: NSManagedObjectContext { container.viewContext }

  /// - Parameter content: the countries, each with the names and positions of its zones.
  init(_ content: [(country: String, zones: [(name: String, position: Int64)])]) throws {
    let country = NSEntityDescription()
    country.name = "Country"
    country.managedObjectClassName = NSStringFromClass(Country.self)
    let zone = NSEntityDescription()
    zone.name = "Zone"
    zone.managedObjectClassName = NSStringFromClass(Zone.self)
    let (zones, owner) = (NSRelationshipDescription(), NSRelationshipDescription())
    (zones.name, zones.destinationEntity) = ("zones", zone)
    (owner.name, owner.destinationEntity, owner.maxCount) = ("country", country, 1)
    (zones.inverseRelationship, owner.inverseRelationship) = (owner, zones)
    func attribute(_ name: String, _ type: NSAttributeType) -> NSAttributeDescription {
      let attribute = NSAttributeDescription()
      (attribute.name, attribute.attributeType, attribute.isOptional) = (name, type, true)
      return attribute
    }
    country.properties = [attribute("name", .stringAttributeType), attribute("code", .stringAttributeType), zones]
    zone.properties = [attribute("name", .stringAttributeType), attribute("position", .integer64AttributeType), owner]
    container = try .inMemory([country, zone])
    for (name, zones) in content {
      let country = Country(context: context)
      country.name = name
      country.setValue(name, forKey: "code")
      for (name, position) in zones {
        let zone = Zone(context: context)
        (zone.name, zone.position, zone.country) = (name, position, country)
      }
    }
    try context.save()
  }

  /// A list that is fetched at the call.
  func zones() throws -> Zones {
    let items = NSFetchRequest<Zone>(entityName: "Zone")
    items.sortDescriptors = [NSSortDescriptor(key: "position", ascending: true)]
    let sections = NSFetchRequest<Country>(entityName: "Country")
    sections.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    let zones = Zones(sections: sections, items: items, by: "country.code", in: context)
    try zones.performFetch()
    return zones
  }
}
