import CoreData
import SectionedFetchedResults

/// A section. The accessors are those that a Mac and Linux both have; `@NSManaged` is only on a Mac.
public final class Country: NSManagedObject {
  public var name: String {
    get { value(forKey: "name") as? String ?? "" }
    set { setValue(newValue, forKey: "name") }
  }
}

/// All zones by name, in their countries.
public func zones(in context: NSManagedObjectContext) -> SectionedFetchedResultsController<Country, NSManagedObject> {
  let items = NSFetchRequest<NSManagedObject>(entityName: "Zone")
  items.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
  return SectionedFetchedResultsController(
    itemFetchRequest: items, sectionFetchRequest: NSFetchRequest<Country>(entityName: "Country"),
    managedObjectContext: context, sectionGroupingKeyPath: "country.code", cacheName: nil)
}
