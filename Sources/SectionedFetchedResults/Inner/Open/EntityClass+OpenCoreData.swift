#if !canImport(Darwin) && !SECTIONED_PUBLIC_API
  import CoreData
  import Foundation

  /// The class of an entity's objects, as far as it has properties that the entity has not.
  enum EntityClass {
    /// Whether objects of an entity may answer to a key that is no property of the entity.
    ///
    /// - Parameter type: the class of the objects; nil where only the model knows it.
    static func answers(to key: String, of entity: NSEntityDescription, _ type: NSManagedObject.Type?) -> Bool {
      if ["self", "objectID", "entity", "description"].contains(key) { return true }
      let name: String = entity.managedObjectClassName
      let named = NSClassFromString(name) as? NSManagedObject.Type
      // A name without a module: the model does not say which class that is.
      guard let type = named ?? type.flatMap({ $0 == NSManagedObject.self ? nil : $0 }) else {
        return name != "NSManagedObject"
      }
      let module = String(reflecting: type).prefix { $0 != "." }
      // The second is the one that the plugin makes.
      let lists: [AnyClass?] = [type, NSClassFromString("\(module).ManagedProperties_")]
      return lists.contains { list in
        (list as? any NamedProperties.Type)?.namedProperties.contains { $0.name == key } ?? false
      }
    }
  }
#endif
