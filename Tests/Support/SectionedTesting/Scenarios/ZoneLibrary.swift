import CoreData
import Foundation
import SectionedFetchedResults

/// Countries by position, with their zones by position. The tests let a user reorder this list.
package final class ZoneLibrary {
  package typealias Controller = SectionedFetchedResultsController<NSManagedObject, NSManagedObject>

  /// The sort order of zones.
  package struct Order: Sendable {
    package var isAscending = true
    /// Whether `rank` is the first key.
    package var beginsWithRank = false
    /// Whether `name` is the last key.
    package var endsWithName = false

    package init() {}

    package var descriptors: [NSSortDescriptor] {
      (beginsWithRank ? [NSSortDescriptor(key: "rank", ascending: true)] : [])
        + [NSSortDescriptor(key: "position", ascending: isAscending)]
        + (endsWithName ? [NSSortDescriptor(key: "name", ascending: true)] : [])
    }
  }

  package let container: NSPersistentContainer
  package let context: NSManagedObjectContext
  private let folder: TemporaryFolder?

  /// - Parameters:
  ///   - type: the type of the zones' position.
  ///   - least: the least position that the model allows; nil, if all are allowed.
  ///   - isOnDisk: whether the store is a file.
  ///   - isOnMain: whether the context is the container's, on the main queue.
  ///   - isOrdered: whether a country's zones are an ordered relationship.
  ///   - server: the address of a store that does not exist yet, for a store on a server.
  package init(
    _ type: NSAttributeType = .integer64AttributeType, least: Int? = nil, isOnDisk: Bool = false,
    isOnMain: Bool = false,
    isOrdered: Bool = false, server: URL? = nil
  ) throws {
    let position = NSAttributeDescription("position", type)
    if let least {
      position.setValidationPredicates(
        [NSPredicate(format: "SELF >= %d", least)], withValidationWarnings: ["the position is too small"])
    }
    let zone = NSEntityDescription(
      "Zone",
      [
        NSAttributeDescription("name"), NSAttributeDescription("group"), position,
        NSAttributeDescription("rank", .integer64AttributeType, 0),
        NSAttributeDescription("isDone", .booleanAttributeType, false),
      ])
    let country = NSEntityDescription(
      "Country",
      [
        NSAttributeDescription("name"), NSAttributeDescription("position", .integer64AttributeType),
        NSAttributeDescription("isDone", .booleanAttributeType, false),
      ])
    let world = NSEntityDescription("World", [NSAttributeDescription("name")])
    country.relate("zones", isOrdered ? .ordered : .many, to: zone, "country", .one)
    world.relate("countries", .many, to: country, "world", .one)
    folder = isOnDisk ? try TemporaryFolder() : nil
    let model = NSManagedObjectModel([country, zone, world])
    let url = server ?? folder?.file("zones.sqlite")
    container = try url.map { try .onDisk(model, $0) } ?? .inMemory(model)
    context = isOnMain ? container.viewContext : container.newBackgroundContext()
  }

  /// Makes another container for the library's file or address, as another process would.
  package func makeOtherContainer() throws -> NSPersistentContainer {
    guard let url = container.persistentStoreDescriptions.first?.url else { fatalError("The library has no store.") }
    return try .onDisk(container.managedObjectModel, url)
  }

  /// Runs a test's body on the context's queue.
  package func run<Result>(_ body: () throws -> Result) rethrows -> Result { try context.performAndWait(body) }

  @discardableResult
  package func insert(_ entity: String, _ values: [String: Any?]) -> NSManagedObject {
    let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
    for (key, value) in values { object.setValue(value, forKey: key) }
    return object
  }

  @discardableResult
  package func country(_ name: String, _ position: Int) -> NSManagedObject {
    insert("Country", ["name": name, "position": position])
  }

  @discardableResult
  package func zone(
    _ name: String, _ position: Any?, in country: NSManagedObject?, _ values: [String: Any?] = [:]
  ) -> NSManagedObject {
    insert("Zone", ["name": name, "position": position, "country": country].merging(values) { $1 })
  }

  /// A controller of the countries with their zones.
  package func controller(_ order: Order = Order(), in other: NSManagedObjectContext? = nil) -> Controller {
    let countries = NSFetchRequest<NSManagedObject>(entityName: "Country")
    countries.sortDescriptors = [NSSortDescriptor(key: "position", ascending: true)]
    let controller = Controller(
      itemFetchRequest: zones(order), sectionFetchRequest: countries, managedObjectContext: other ?? context,
      sectionGroupingKeyPath: "country.name", cacheName: nil)
    controller.verifiesChanges = true
    return controller
  }

  /// A request of zones.
  package func zones(_ order: Order = Order(), where predicate: NSPredicate? = nil) -> NSFetchRequest<NSManagedObject> {
    let zones = NSFetchRequest<NSManagedObject>(entityName: "Zone")
    zones.predicate = predicate
    zones.sortDescriptors = order.descriptors
    return zones
  }

  /// Returns the names of the zones that a request finds in the store, through another context.
  package func stored(_ request: NSFetchRequest<NSManagedObject>) throws -> [String] {
    let other = container.newBackgroundContext()
    return try other.performAndWait { try other.fetch(request).map(Self.name) }
  }

  package static func name(_ object: NSManagedObject) -> String {
    object.value(forKey: "name") as? String ?? "nameless"
  }

  /// The names of the zones of each shown country.
  package static func names(_ controller: Controller) -> [[String]] {
    controller.allSections.map { ($0.items ?? []).map(name) }
  }

  /// The shown list as text: `A: a b | B:`.
  package static func text(_ controller: Controller) -> String {
    controller.allSections.map { section in
      let items = (section.items ?? []).map { " " + name($0) }.joined()
      return "\(section.object.map(name) ?? "unmatched"):\(items)"
    }.joined(separator: " | ")
  }
}

extension NSPersistentContainer {
  /// A container with a loaded store in a file or on a server.
  fileprivate static func onDisk(_ model: NSManagedObjectModel, _ file: URL) throws -> NSPersistentContainer {
    let container = NSPersistentContainer(name: "Zones", managedObjectModel: model)
    container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: file)]
    var failure: (any Error)?
    container.loadPersistentStores { failure = $1 }
    if let failure { throw failure }
    return container
  }
}
