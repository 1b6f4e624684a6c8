#if canImport(Darwin) || SECTIONED_PUBLIC_API
  import CoreData
  import Foundation

  /// Looks for properties that the class of an entity's objects has in addition to the entity's own.
  enum EntityClass {
    /// Whether objects of an entity may have a value for a key that is not a property of the entity.
    ///
    /// - Parameter type: the class of the objects; nil if only the model names it.
    static func answers(to key: String, of entity: NSEntityDescription, _ type: NSManagedObject.Type?) -> Bool {
      #if canImport(Darwin)
        // The classes of an abstract entity's subentities may have the property.
        let named = entity.managedObjectClassName.flatMap { NSClassFromString($0) as? NSManagedObject.Type }
        return (named ?? type ?? NSManagedObject.self).answers(to: key)
          || entity.subentities.contains { answers(to: key, of: $0, nil) }
      #else
        // Without the Objective-C runtime, any class other than `NSManagedObject` may have the property.
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
