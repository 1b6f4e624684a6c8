import CoreData
import SectionedFetchedResults

/// A section's object. Its accessors compile on a Mac and on Linux; `@NSManaged` would compile only on a Mac.
public final class Country: NSManagedObject {
  public var name: String {
    get { value(forKey: "name") as? String ?? "" }
    set { setValue(newValue, forKey: "name") }
  }
}

/// Makes a controller of all zones by name, in sections by country.
public func zones(in context: NSManagedObjectContext) -> SectionedFetchedResultsController<Country, NSManagedObject> {
  let items = NSFetchRequest<NSManagedObject>(entityName: "Zone")
  items.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
  return SectionedFetchedResultsController(
    itemFetchRequest: items, sectionFetchRequest: NSFetchRequest<Country>(entityName: "Country"),
    managedObjectContext: context, sectionGroupingKeyPath: "country.code", cacheName: nil)
}
