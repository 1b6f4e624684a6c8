#if !canImport(Darwin) && !SECTIONED_PUBLIC_API
  import CoreData

  /// Observes a context until it is dropped.
  final class ContextObservation: ContextObserver {
    /// Whether it is notified of each event that the inner controllers report.
    static var followsEachEvent: Bool { true }

    /// Whether a context is delivering an event: what is changed meanwhile is reported when that is over.
    static func isDelivering(_ context: NSManagedObjectContext) -> Bool { context.isDelivering }

    private let hear: (ContextNews) -> Void

    /// - Parameter hear: called on the context's queue.
    init(_ context: NSManagedObjectContext, hear: @escaping (ContextNews) -> Void) {
      self.hear = hear
      context.addObserver(self)
    }

    /// Notifies all controllers of a context that objects may have got permanent IDs: our context does so itself.
    static func notePermanentIDs(in context: NSManagedObjectContext) {}

    func context(_ context: NSManagedObjectContext, changed objects: ChangedObjects) { hear(.changed(objects)) }

    func contextPromotedObjects(_ context: NSManagedObjectContext) { hear(.promoted) }

    func contextMayNotifyOfPromotions(_ context: NSManagedObjectContext) { hear(.tellsPromoted) }

    func contextSaved(_ context: NSManagedObjectContext) { hear(.saved) }

    func context(_ context: NSManagedObjectContext, merged ids: [AnyHashable: Any]) { hear(.merged(ids)) }
  }
#endif
