import CoreData
import SectionedTesting

/// A country of the atlas, the model of the README's programs.
final class Country: NSManagedObject {
  var name: String {
    get { value(forKey: "name") as? String ?? "" }
    set { setValue(newValue, forKey: "name") }
  }

  static func byName() -> NSFetchRequest<Country> { requestByName("Country") }
}

/// A time zone of a country.
final class Zone: NSManagedObject {
  var name: String {
    get { value(forKey: "name") as? String ?? "" }
    set { setValue(newValue, forKey: "name") }
  }

  static func byName() -> NSFetchRequest<Zone> { requestByName("Zone") }
}

private func requestByName<Result>(_ entity: String) -> NSFetchRequest<Result> {
  let request = NSFetchRequest<Result>(entityName: entity)
  request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
  return request
}

/// Andorra with one zone, Bouvet Island without, and Brazil with two: `AD: Andorra | BV: | BR: Belem Manaus`.
@MainActor
struct Atlas {
  let context: NSManagedObjectContext

  init() throws {
    let country = NSEntityDescription("Country", [NSAttributeDescription("code"), NSAttributeDescription("name")])
    let zone = NSEntityDescription("Zone", [NSAttributeDescription("name")])
    country.managedObjectClassName = NSStringFromClass(Country.self)
    zone.managedObjectClassName = NSStringFromClass(Zone.self)
    country.relate("zones", .many, to: zone, "country", .one)
    context = try NSPersistentContainer.inMemory([country, zone]).viewContext
    for (code, name, zones) in [
      ("AD", "Andorra", ["Andorra"]), ("BV", "Bouvet Island", []), ("BR", "Brazil", ["Belem", "Manaus"]),
    ] {
      let country = NSEntityDescription.insertNewObject(forEntityName: "Country", into: context)
      country.setValue(code, forKey: "code")
      country.setValue(name, forKey: "name")
      for name in zones { add(name, to: country) }
    }
    try context.save()
  }

  /// Inserts a zone without saving it.
  func add(_ name: String, to country: NSManagedObject) {
    let zone = NSEntityDescription.insertNewObject(forEntityName: "Zone", into: context)
    zone.setValue(name, forKey: "name")
    zone.setValue(country, forKey: "country")
  }
}
