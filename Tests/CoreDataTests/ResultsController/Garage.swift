import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// A garage with cars that people own, in a fresh store, and one context on a queue of its own.
///
/// Cars have a plate, wheels, a group, an owner and tags; vans are cars with a load. A car's `label` is transient: the
/// class `LabelledCar` makes it of the plate.
final class Garage {
  enum Kind: CaseIterable {
    case memory
    case sqlite
  }

  let coordinator: NSPersistentStoreCoordinator
  let context: NSManagedObjectContext
  private let folder: TemporaryFolder

  init(_ kind: Kind = .memory) throws {
    folder = try TemporaryFolder()
    coordinator = NSPersistentStoreCoordinator(managedObjectModel: Garage.model)
    try coordinator.addPersistentStore(
      ofType: kind == .memory ? NSInMemoryStoreType : NSSQLiteStoreType, configurationName: nil,
      at: kind == .memory ? nil : folder.file("garage.sqlite"), options: nil
    )
    context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
  }

  deinit {
    for store in coordinator.persistentStores { try? coordinator.remove(store) }
  }

  func otherContext() -> NSManagedObjectContext { Self.context(coordinator) }

  /// A context of another coordinator on the same file, which writes as another process does.
  func externalContext() throws -> NSManagedObjectContext {
    let other = NSPersistentStoreCoordinator(managedObjectModel: Garage.model)
    try other.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: coordinator.persistentStores.first?.url, options: nil)
    return Self.context(other)
  }

  private static func context(_ coordinator: NSPersistentStoreCoordinator) -> NSManagedObjectContext {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  static let model: NSManagedObjectModel = {
    func attribute(_ name: String, _ type: NSAttributeType, isTransient: Bool = false) -> NSAttributeDescription {
      let attribute = NSAttributeDescription()
      attribute.name = name
      attribute.attributeType = type
      attribute.isOptional = true
      attribute.isTransient = isTransient
      return attribute
    }
    func relationship(_ name: String, to entity: NSEntityDescription, isToMany: Bool) -> NSRelationshipDescription {
      let relationship = NSRelationshipDescription()
      relationship.name = name
      relationship.destinationEntity = entity
      relationship.maxCount = isToMany ? 0 : 1
      relationship.isOptional = true
      relationship.deleteRule = .nullifyDeleteRule
      return relationship
    }
    func entity(_ name: String) -> NSEntityDescription {
      let entity = NSEntityDescription()
      entity.name = name
      return entity
    }
    let (car, van, person, tag) = (entity("Car"), entity("Van"), entity("Person"), entity("Tag"))
    car.managedObjectClassName = "CoreDataTests.LabelledCar"
    van.managedObjectClassName = "CoreDataTests.LabelledCar"
    let owner = relationship("owner", to: person, isToMany: false)
    let cars = relationship("cars", to: car, isToMany: true)
    let tags = relationship("tags", to: tag, isToMany: true)
    let tagged = relationship("cars", to: car, isToMany: true)
    (owner.inverseRelationship, cars.inverseRelationship) = (cars, owner)
    (tags.inverseRelationship, tagged.inverseRelationship) = (tagged, tags)
    // Nothing leads back from the person to the cars that she keeps the keys of.
    let keeper = relationship("keeper", to: person, isToMany: false)
    car.properties = [
      attribute("plate", .stringAttributeType), attribute("wheels", .integer64AttributeType),
      attribute("group", .stringAttributeType), attribute("note", .stringAttributeType),
      attribute("label", .stringAttributeType, isTransient: true), owner, tags, keeper,
    ]
    // Some lists' places are told by an index, some have to be searched for.
    car.indexes = [["plate"], ["group", "plate"], ["owner", "wheels"]].map { keys in
      NSFetchIndexDescription(
        name: "by" + keys.joined(),
        elements: keys.compactMap { key in
          car.propertiesByName[key].map { NSFetchIndexElementDescription(property: $0, collationType: .binary) }
        })
    }
    van.properties = [attribute("load", .integer64AttributeType)]
    car.subentities = [van]
    person.properties = [attribute("name", .stringAttributeType), attribute("rank", .integer64AttributeType), cars]
    tag.properties = [attribute("name", .stringAttributeType), tagged]
    let model = NSManagedObjectModel()
    model.entities = [car, van, person, tag]
    return model
  }()
}

/// A car whose transient label is the first letter of its plate.
final class LabelledCar: NSManagedObject {
  override func value(forKey key: String) -> Any? {
    guard key == "label" else { return super.value(forKey: key) }
    return (super.value(forKey: "plate") as? String).map { String($0.prefix(1)) }
  }
}

extension NSManagedObjectContext {
  @discardableResult
  func make(_ entity: String, _ values: [String: Any]) throws -> NSManagedObject {
    let description = try #require(Garage.model.entitiesByName[entity])
    let type = entity == "Car" || entity == "Van" ? LabelledCar.self : NSManagedObject.self
    let object = type.init(entity: description, insertInto: self)
    for (key, value) in values { object.setValue(value, forKey: key) }
    return object
  }

  /// Runs edits on the queue; the event ends with them.
  func edit<Result>(_ edits: () throws -> Result) rethrows -> Result { try performAndWait(edits) }

  func cars(
    _ sort: [NSSortDescriptor] = [NSSortDescriptor(key: "plate", ascending: true)], sections: String? = nil,
    where predicate: NSPredicate? = nil, delegate: (any NSFetchedResultsControllerDelegate)? = nil,
    adjusting adjust: (NSFetchRequest<NSManagedObject>) -> Void = { _ in }
  ) throws -> NSFetchedResultsController<NSManagedObject> {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Car")
    request.sortDescriptors = sort
    request.predicate = predicate
    adjust(request)
    let controller = NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: self, sectionNameKeyPath: sections, cacheName: nil
    )
    controller.delegate = delegate
    try controller.performFetch()
    return controller
  }
}

extension NSManagedObject {
  var plate: String { value(forKey: "plate") as? String ?? "-" }
}

extension NSFetchedResultsController where ResultType == NSManagedObject {
  /// The sections with the plates of their cars: `A: a1 a2 | B: b1`.
  var text: String {
    (sections ?? []).map { section in
      ([section.name + ":"] + (section.objects ?? []).compactMap { ($0 as? NSManagedObject)?.plate })
        .joined(separator: " ")
    }.joined(separator: " | ")
  }
}
