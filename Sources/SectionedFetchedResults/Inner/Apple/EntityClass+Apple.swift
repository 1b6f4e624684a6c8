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
        // An abstract entity may leave it to the classes of its subentities.
        let named = entity.managedObjectClassName.flatMap { NSClassFromString($0) as? NSManagedObject.Type }
        return (named ?? type ?? NSManagedObject.self).answers(to: key)
          || entity.subentities.contains { answers(to: key, of: $0, nil) }
      #else
        // Apple's interface alone cannot be asked for it here.
        return (type ?? NSManagedObject.self) != NSManagedObject.self
          || ![nil, "NSManagedObject"].contains(entity.managedObjectClassName)
      #endif
    }
  }

  #if canImport(Darwin)
    extension NSManagedObject {
      /// Whether an object of this class has a method that `value(forKey:)` looks for, or handles unknown keys itself.
      fileprivate class func answers(to key: String) -> Bool {
        let capitalized = key.prefix(1).uppercased() + key.dropFirst()
        let names = ["get\(capitalized)", key, "is\(capitalized)", "_get\(capitalized)", "_\(key)"]
        let undefined = NSSelectorFromString("valueForUndefinedKey:")
        return names.contains { instancesRespond(to: NSSelectorFromString($0)) }
          || instanceMethod(for: undefined) != NSManagedObject.instanceMethod(for: undefined)
      }
    }
  #endif
#endif
