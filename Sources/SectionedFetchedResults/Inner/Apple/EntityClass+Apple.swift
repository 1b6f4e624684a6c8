#if canImport(Darwin) || SECTIONED_PUBLIC_API
  import CoreData
  import Foundation

  /// The class of an entity's objects, as far as it has properties that the entity has not.
  enum EntityClass {
    /// Whether objects of an entity may answer to a key that is no property of the entity.
    ///
    /// - Parameter type: the class of the objects; nil where only the model knows it.
    static func answers(to key: String, of entity: NSEntityDescription, _ type: NSManagedObject.Type?) -> Bool {
      #if canImport(Darwin)
        let named = entity.managedObjectClassName.flatMap { NSClassFromString($0) as? NSManagedObject.Type }
        let type = named ?? type ?? NSManagedObject.self
        let undefined = NSSelectorFromString("valueForUndefinedKey:")
        return type.instancesRespond(to: NSSelectorFromString(key))
          || type.instanceMethod(for: undefined) != NSManagedObject.instanceMethod(for: undefined)
      #else
        // Apple's interface alone cannot be asked for it here.
        return (type ?? NSManagedObject.self) != NSManagedObject.self
          || ![nil, "NSManagedObject"].contains(entity.managedObjectClassName)
      #endif
    }
  }
#endif
