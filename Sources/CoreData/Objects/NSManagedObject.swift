import Foundation

/// An object of an entity, registered in a context that tracks its changes.
///
/// Its properties are read and written by name. It may be used on its context's queue only.
open class NSManagedObject: NSObject {
  let registry: ObjectRegistry
  let entityIndex: Int32

  /// Makes an object and, when a context is given, inserts it there.
  ///
  /// - Parameters:
  ///   - entity: the object's entity, of the model that the context's coordinator uses. It must not be abstract.
  ///   - context: where the object is inserted; nil for an object outside any context.
  public required init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) {
    registry = context?.registry ?? ObjectRegistry(model: entity.managedObjectModel)
    entityIndex = Int32(entity.layout.index)
    super.init()
  }

  /// The context that the object is registered in; nil when there is none, or when it was deallocated.
  open var managedObjectContext: NSManagedObjectContext? { registry.context }

  /// The object's entity.
  open var entity: NSEntityDescription { registry.entities[Int(entityIndex)] }

  open var objectID: NSManagedObjectID { fatalError("Not written yet.") }
  open var hasChanges: Bool { false }
  open var isInserted: Bool { false }
  open var isUpdated: Bool { false }
  open var isDeleted: Bool { false }
  open var isFault: Bool { false }
  open func value(forKey key: String) -> Any? { fatalError("Not written yet.") }
  open func setValue(_ value: Any?, forKey key: String) { fatalError("Not written yet.") }
}
