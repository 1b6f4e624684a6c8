#if !canImport(Darwin) && !SECTIONED_PUBLIC_API
  import CoreData

  extension SectionedTracker {
    /// Stops the program, in debug builds, when it uses the controller on another queue than its context's.
    func checkQueue() { context.checkQueue() }
  }
#endif
