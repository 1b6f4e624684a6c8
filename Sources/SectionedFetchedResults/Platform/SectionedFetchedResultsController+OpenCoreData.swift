#if !canImport(Darwin) && !SECTIONED_PUBLIC_API
  import CoreData

  extension SectionedFetchedResultsController {
    /// Stops the program, in debug builds, when it uses the controller on another queue than its context's.
    func checkQueue() { managedObjectContext.checkQueue() }
  }
#endif
