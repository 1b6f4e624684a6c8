import Foundation

extension NSEntityDescription {
  /// Returns the entity with a name in the model of a context.
  ///
  /// - Parameters:
  ///   - entityName: the entity's name.
  ///   - context: a context with a coordinator; a context without one is a programming error.
  /// - Returns: the entity, or nil if the model has no entity of that name.
  /// - Complexity: O(1).
  public class func entity(
    forEntityName entityName: String, in context: NSManagedObjectContext
  ) -> NSEntityDescription? {
    guard let coordinator = context.persistentStoreCoordinator else {
      fatalError("The context has no coordinator, and so no entity \(entityName): set its persistentStoreCoordinator.")
    }
    return coordinator.managedObjectModel.entitiesByName[entityName]
  }

  /// Creates an object of an entity's class and inserts it into a context.
  ///
  /// - Parameters:
  ///   - entityName: the name of an entity of the context's model that is not abstract; anything else is a programming
  ///     error.
  ///   - context: the context that the object is inserted into.
  /// - Returns: the object. Its class is the one that the model names, or `NSManagedObject` if the program has no
  ///   such class.
  public class func insertNewObject(
    forEntityName entityName: String, into context: NSManagedObjectContext
  ) -> NSManagedObject {
    guard let entity = entity(forEntityName: entityName, in: context) else {
      fatalError(context.graph.model.noEntity(entityName))
    }
    let kind = context.graph.model.entitiesByName[entityName].map { context.graph.registry.kind($0.index) }
    return (kind?.objectClass ?? ObjectKind.objectClass(of: entity)).init(entity: entity, insertInto: context)
  }
}
