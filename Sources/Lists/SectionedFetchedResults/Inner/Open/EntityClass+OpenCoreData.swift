#if !canImport(Darwin) && !SECTIONED_PUBLIC_API
  import CoreData
  import Foundation

  /// Looks for properties that the class of an entity's objects has in addition to the entity's own.
  enum EntityClass {
    /// Whether objects of an entity may have a value for a key that is not a property of the entity.
    ///
    /// - Parameter type: the class of the objects; nil if only the model names it.
    static func answers(to key: String, of entity: NSEntityDescription, _ type: NSManagedObject.Type?) -> Bool {
      if ["self", "objectID", "entity", "description"].contains(key) { return true }
      let name: String = entity.managedObjectClassName
      let named = NSClassFromString(name) as? NSManagedObject.Type
      // A class name without a module does not identify the class, so the class may have the property.
      guard let type = named ?? type.flatMap({ $0 == NSManagedObject.self ? nil : $0 }) else {
        return name != "NSManagedObject"
      }
      let module = String(reflecting: type).prefix { $0 != "." }
      // The build plugin generates the second class.
      let lists: [AnyClass?] = [type, NSClassFromString("\(module).ManagedProperties_")]
      return lists.contains { list in
        (list as? any NamedProperties.Type)?.namedProperties.contains { $0.name == key } ?? false
      }
    }
  }
#endif
