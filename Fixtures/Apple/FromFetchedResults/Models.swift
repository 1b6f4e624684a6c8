import CoreData

nonisolated final class Country: NSManagedObject {
  @NSManaged var name: String
  @NSManaged var code: String
}

// The classes that Xcode generates are identifiable, too.
nonisolated final class Zone: NSManagedObject, Identifiable {
  @NSManaged var name: String
  @NSManaged var country: Country?
}

enum Requests {
  static var zones: NSFetchRequest<Zone> {
    let request = NSFetchRequest<Zone>(entityName: "Zone")
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    return request
  }

  /// A request ordered by the country's name first, as `NSFetchedResultsController` requires for sections.
  static var zonesByCountry: NSFetchRequest<Zone> {
    let request = zones
    request.sortDescriptors?.insert(NSSortDescriptor(key: "country.name", ascending: true), at: 0)
    return request
  }

  static var countries: NSFetchRequest<Country> {
    let request = NSFetchRequest<Country>(entityName: "Country")
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    return request
  }
}
