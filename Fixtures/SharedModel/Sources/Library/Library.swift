import CoreData
import Foundation
import SectionedFetchedResults

/// A section, the same on a Mac and on Linux.
public final class Country: NSManagedObject {
  public var name: String {
    get { value(forKey: "name") as? String ?? "" }
    set { setValue(newValue, forKey: "name") }
  }
}

/// An item.
public final class Zone: NSManagedObject {
  public var name: String {
    get { value(forKey: "name") as? String ?? "" }
    set { setValue(newValue, forKey: "name") }
  }

  public var country: Country? {
    get { value(forKey: "country") as? Country }
    set { setValue(newValue, forKey: "country") }
  }
}

/// Countries have a code of their own, and zones belong to one country each.
public func zonesModel() -> NSManagedObjectModel {
  func text(_ name: String) -> NSAttributeDescription {
    let attribute = NSAttributeDescription()
    attribute.name = name
    attribute.attributeType = .stringAttributeType
    return attribute
  }
  let country = NSEntityDescription()
  country.name = "Country"
  country.managedObjectClassName = NSStringFromClass(Country.self)
  let zone = NSEntityDescription()
  zone.name = "Zone"
  zone.managedObjectClassName = NSStringFromClass(Zone.self)
  let zones = NSRelationshipDescription()
  zones.name = "zones"
  zones.destinationEntity = zone
  zones.deleteRule = .cascadeDeleteRule
  let owner = NSRelationshipDescription()
  owner.name = "country"
  owner.destinationEntity = country
  owner.maxCount = 1
  owner.deleteRule = .nullifyDeleteRule
  (zones.inverseRelationship, owner.inverseRelationship) = (owner, zones)
  country.properties = [text("code"), text("name"), zones]
  zone.properties = [text("name"), owner]
  let model = NSManagedObjectModel()
  model.entities = [country, zone]
  return model
}

/// All zones by name, in their countries by name.
public func zonesList(in context: NSManagedObjectContext) -> SectionedFetchedResultsController<Country, Zone> {
  let items = NSFetchRequest<Zone>(entityName: "Zone")
  items.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
  let sections = NSFetchRequest<Country>(entityName: "Country")
  sections.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
  return SectionedFetchedResultsController(
    itemFetchRequest: items, sectionFetchRequest: sections, managedObjectContext: context,
    sectionGroupingKeyPath: "country.code", cacheName: nil)
}
