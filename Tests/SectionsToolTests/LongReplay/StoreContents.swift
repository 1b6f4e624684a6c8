import CoreData
import Foundation

/// The content of a store as lines of text: each object with its attributes and relationships.
enum StoreContents {
  /// - Parameter context: a context without pending changes. Call the method on its queue.
  static func lines(_ context: NSManagedObjectContext) throws -> [String] {
    let model = context.persistentStoreCoordinator?.managedObjectModel
    var lines: [String] = []
    for entity in model?.entities ?? [] where entity.superentity == nil {
      let request = NSFetchRequest<NSManagedObject>()
      request.entity = entity
      for object in try context.fetch(request) { lines.append(line(object)) }
    }
    return lines
  }

  private static func line(_ object: NSManagedObject) -> String {
    var parts = [name(object)]
    for property in object.entity.propertiesByName.values.sorted(by: { $0.name < $1.name })
    where !property.isTransient && !(property is NSFetchedPropertyDescription) {
      parts.append("\(property.name)=\(text(object.value(forKey: property.name)))")
    }
    return parts.joined(separator: " ")
  }

  private static func text(_ value: Any?) -> String {
    switch value {
    case nil: "nil"
    case let object as NSManagedObject: name(object)
    case let objects as NSOrderedSet: "\(objects.array.compactMap { ($0 as? NSManagedObject).map(name) })"
    case let objects as NSSet: "\(objects.allObjects.compactMap { ($0 as? NSManagedObject).map(name) }.sorted())"
    case let data as Data: "\(data.count) bytes \(data.first ?? 0)"
    case let value?: "\(value)"
    }
  }

  private static func name(_ object: NSManagedObject) -> String {
    "\(object.entity.name ?? "")/\(object.objectID.uriRepresentation().lastPathComponent)"
  }
}
