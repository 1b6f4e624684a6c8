#if !canImport(Darwin) && !SECTIONED_PUBLIC_API
  import CoreData

  /// The checks that a controller makes of its context and of its delegate.
  enum ControllerChecks {
    /// Stops the program if it uses the controller on another queue than its context's and queue checks are on.
    static func checkQueue(of context: NSManagedObjectContext) { context.checkQueue() }

    /// The methods of `NSFetchedResultsControllerDelegate` that an object implements. Without Objective-C only the
    /// conformance is known, so one placeholder is returned for all methods.
    static func foreignMethods(of delegate: AnyObject) -> [String] {
      delegate is any NSFetchedResultsControllerDelegate ? ["the methods"] : []
    }
  }

  package enum ObjectClasses {
    /// Checks, before any object is made, that an entity's objects are of a type.
    ///
    /// - Throws: Cocoa error 134070, which names the first entity of another class, and that class.
    package static func check<T: NSManagedObject>(
      _ type: T.Type, of entity: NSEntityDescription, with subentities: Bool
    ) throws {
      try entity.requireObjects(of: type, includesSubentities: subentities)
    }
  }
#endif
