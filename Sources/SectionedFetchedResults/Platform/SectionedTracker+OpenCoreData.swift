#if !canImport(Darwin) && !SECTIONED_PUBLIC_API
  import CoreData

  extension SectionedTracker {
    /// Stops the program when it uses the controller on another queue than its context's, where that is checked.
    func checkQueue() { context.checkQueue() }
  }
#endif
