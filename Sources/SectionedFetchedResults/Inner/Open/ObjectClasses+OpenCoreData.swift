#if !canImport(Darwin) && !SECTIONED_PUBLIC_API
  import CoreData

  package enum ObjectClasses {
    /// Checks that the objects of an entity are of a type, before any is made.
    ///
    /// - Throws: 134070, naming the first entity of another class, and that class.
    package static func check<T: NSManagedObject>(
      _ type: T.Type, of entity: NSEntityDescription, with subentities: Bool
    ) throws {
      try entity.requireObjects(of: type, includesSubentities: subentities)
    }
  }
#endif
