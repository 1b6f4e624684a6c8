#if !canImport(Darwin) && !SECTIONED_PUBLIC_API
  import CoreData

  extension SectionedTracker {
    /// Stops the program when it uses the controller on another queue than its context's, where that is checked.
    func checkQueue() { context.checkQueue() }

    /// The methods of `NSFetchedResultsControllerDelegate` that an object has, as far as can be asked.
    static func foreignMethods(of delegate: AnyObject) -> [String] {
      delegate is any NSFetchedResultsControllerDelegate ? ["the methods"] : []
    }
  }
#endif
