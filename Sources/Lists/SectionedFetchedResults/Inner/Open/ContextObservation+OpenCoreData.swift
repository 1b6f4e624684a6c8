#if !canImport(Darwin) && !SECTIONED_PUBLIC_API
  import CoreData

  /// Observes a context until this object is released.
  final class ContextObservation: ContextObserver {
    /// Whether the context notifies this observer of every event that the inner controllers report.
    static var followsEachEvent: Bool { true }

    /// Whether a context is delivering an event. Changes made meanwhile are reported after it.
    static func isDelivering(_ context: NSManagedObjectContext) -> Bool { context.isDelivering }

    private let receive: (ContextNews) -> Void

    /// - Parameter receive: called on the context's queue.
    init(_ context: NSManagedObjectContext, receive: @escaping (ContextNews) -> Void) {
      self.receive = receive
      context.addObserver(self)
    }

    /// Does nothing, because the context notifies its observers after all its controllers have an event.
    func followLast() {}

    /// Does nothing, because our context itself notifies its observers of permanent IDs.
    static func notePermanentIDs(in context: NSManagedObjectContext) {}

    func context(_ context: NSManagedObjectContext, changed objects: ChangedObjects) { receive(.changed(objects)) }

    func contextPromotedObjects(_ context: NSManagedObjectContext) { receive(.promoted) }

    func contextMayNotifyOfPromotions(_ context: NSManagedObjectContext) { receive(.promotedByAll) }

    func contextSaved(_ context: NSManagedObjectContext) { receive(.saved) }

    func context(_ context: NSManagedObjectContext, merged ids: [AnyHashable: Any]) { receive(.merged(ids)) }
  }
#endif
