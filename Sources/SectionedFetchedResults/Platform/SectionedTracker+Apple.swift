#if canImport(Darwin) || SECTIONED_PUBLIC_API
  import CoreData

  extension SectionedTracker {
    /// The inner controllers' own checks apply: launch with `-com.apple.CoreData.ConcurrencyDebug 1`.
    func checkQueue() {}
  }
#endif
