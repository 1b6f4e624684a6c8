import CoreData
import Foundation
import SectionedFetchedResults

// Short ways to make a model in code, with its container and a controller, for the benchmarks and the tests.

extension NSEntityDescription {
  package convenience init(_ name: String, _ properties: [NSPropertyDescription] = []) {
    self.init()
    self.name = name
    self.properties = properties
  }

  /// Adds a relationship to another entity, or to this one, and its inverse.
  package func relate(
    _ name: String, _ count: NSRelationshipDescription.Count, _ rule: NSDeleteRule = .nullifyDeleteRule,
    to other: NSEntityDescription, _ inverseName: String, _ inverseCount: NSRelationshipDescription.Count,
    _ inverseRule: NSDeleteRule = .nullifyDeleteRule
  ) {
    let there = NSRelationshipDescription(name, count, rule, to: other)
    let back = NSRelationshipDescription(inverseName, inverseCount, inverseRule, to: self)
    properties.append(there)
    other.properties.append(back)
    there.inverseRelationship = back
    back.inverseRelationship = there
  }
}

extension NSAttributeDescription {
  package convenience init(
    _ name: String, _ type: NSAttributeType = .stringAttributeType, _ defaultValue: Any? = nil, isOptional: Bool = true,
    isTransient: Bool = false
  ) {
    self.init()
    self.name = name
    attributeType = type
    self.defaultValue = defaultValue
    self.isOptional = isOptional
    self.isTransient = isTransient
  }
}

extension NSRelationshipDescription {
  /// The number of objects to which a relationship leads.
  package enum Count { case one, many, ordered }

  package convenience init(
    _ name: String, _ count: Count, _ rule: NSDeleteRule = .nullifyDeleteRule, to destination: NSEntityDescription
  ) {
    self.init()
    self.name = name
    destinationEntity = destination
    minCount = 0
    maxCount = count == .one ? 1 : 0
    isOptional = true
    isOrdered = count == .ordered
    deleteRule = rule
  }
}

extension NSManagedObjectModel {
  package convenience init(_ entities: [NSEntityDescription]) {
    self.init()
    self.entities = entities
  }
}

extension NSPersistentContainer {
  /// A container with a loaded store in memory.
  package static func inMemory(_ entities: [NSEntityDescription]) throws -> NSPersistentContainer {
    try inMemory(NSManagedObjectModel(entities))
  }

  package static func inMemory(_ model: NSManagedObjectModel) throws -> NSPersistentContainer {
    let container = NSPersistentContainer(name: "Memory", managedObjectModel: model)
    let description = NSPersistentStoreDescription(url: URL(fileURLWithPath: "/dev/null"))
    description.type = NSInMemoryStoreType
    container.persistentStoreDescriptions = [description]
    var failure: (any Error)?
    container.loadPersistentStores { failure = $1 }
    if let failure { throw failure }
    return container
  }
}

extension SectionedFetchedResultsController where Section == NSManagedObject, Item == NSManagedObject {
  /// A controller of all items and all sections, both sorted by one attribute.
  package convenience init(
    _ items: String, by path: String, in sections: String, sortedBy key: String, _ context: NSManagedObjectContext
  ) {
    func request(_ entity: String) -> NSFetchRequest<NSManagedObject> {
      let request = NSFetchRequest<NSManagedObject>(entityName: entity)
      request.sortDescriptors = [NSSortDescriptor(key: key, ascending: true)]
      return request
    }
    self.init(
      itemFetchRequest: request(items), sectionFetchRequest: request(sections), managedObjectContext: context,
      sectionGroupingKeyPath: path, cacheName: nil)
  }
}
