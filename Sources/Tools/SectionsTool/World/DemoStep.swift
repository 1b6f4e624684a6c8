import CoreData
import Foundation

/// A step of the demonstration.
///
/// Each step is one event. A fetch processes pending changes and so ends an event. A step must therefore fetch all its
/// objects before it changes any of them.
struct DemoStep: Sendable {
  let title: String
  let edit: @Sendable (DemoEditor) throws -> Void

  static let story = [
    DemoStep(title: "Bouvet Island had no zone. It gets one: an item comes, the section was there already.") {
      try $0.addZone("Atlantic/Bouvet", to: "BV")
    },
    DemoStep(title: "The zone moves to an island that had none either: one move.") {
      try $0.zone("Atlantic/Bouvet").setValue($0.country("HM"), forKey: "country")
    },
    DemoStep(title: "The Czech Republic is called Czechia: its section is updated where it stands.") {
      try $0.country("CZ").setValue("Czechia", forKey: "name")
    },
    DemoStep(title: "Eswatini takes its old name, Swaziland: its section moves, its zones with it.") {
      try $0.country("SZ").setValue("Swaziland", forKey: "name")
    },
    DemoStep(title: "Andorra is deleted, its zone with it: one section deletion; the zone is named too.") {
      try $0.delete("AD")
    },
    DemoStep(title: "Iceland's last zone goes: the section stays, empty.") {
      try $0.zone("Atlantic/Reykjavik").setValue(nil, forKey: "country")
    },
    DemoStep(title: "In one event: a new country, a zone that moves into it, and a renamed zone.") {
      let azores = try $0.zone("Atlantic/Azores")
      let madeira = try $0.zone("Atlantic/Madeira")
      azores.setValue($0.addCountry("Atlantis", code: "XA"), forKey: "country")
      madeira.setValue("Atlantic/Funchal", forKey: "name")
    },
  ]
}

/// Finds and edits the demonstration's objects by their names.
struct DemoEditor {
  let context: NSManagedObjectContext

  func country(_ code: String) throws -> NSManagedObject { try one("Country", "code", code) }

  func zone(_ name: String) throws -> NSManagedObject { try one("Zone", "name", name) }

  func addZone(_ name: String, to code: String) throws {
    let country = try country(code)
    let zone = NSEntityDescription.insertNewObject(forEntityName: "Zone", into: context)
    zone.setValue(name, forKey: "name")
    zone.setValue(country, forKey: "country")
  }

  func addCountry(_ name: String, code: String) -> NSManagedObject {
    let country = NSEntityDescription.insertNewObject(forEntityName: "Country", into: context)
    country.setValue(name, forKey: "name")
    country.setValue(code, forKey: "code")
    return country
  }

  func delete(_ code: String) throws { context.delete(try country(code)) }

  private func one(_ entity: String, _ key: String, _ value: String) throws -> NSManagedObject {
    let request = NSFetchRequest<NSManagedObject>(entityName: entity)
    request.predicate = NSPredicate(format: "%K == %@", key, value)
    guard let object = try context.fetch(request).first else {
      throw ToolError.data("The world has no \(entity) \(value).")
    }
    return object
  }
}
