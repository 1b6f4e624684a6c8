#if !canImport(Darwin) && !SECTIONED_PUBLIC_API
  import CoreData

  /// The checks that a controller makes of its context and of its delegate.
  enum ControllerChecks {
    /// Stops the program when it uses a controller on another queue than its context's, where that is checked.
    static func checkQueue(of context: NSManagedObjectContext) { context.checkQueue() }

    /// The methods of `NSFetchedResultsControllerDelegate` that an object has, as far as can be asked.
    static func foreignMethods(of delegate: AnyObject) -> [String] {
      delegate is any NSFetchedResultsControllerDelegate ? ["the methods"] : []
    }
  }
#endif
