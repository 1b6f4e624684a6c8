#if !canImport(Darwin) && !SECTIONED_PUBLIC_API
  import CoreData

  /// Forwards the beginning and end of a context's events, which our context reports.
  final class EventSignals: ContextEventObserver {
    private weak var events: ContextEvents?

    init(_ events: ContextEvents) {
      self.events = events
      events.context.addEventObserver(self)
    }

    func contextBeginsEvent(_ context: NSManagedObjectContext) { events?.begin() }

    func contextEndsEvent(_ context: NSManagedObjectContext) { events?.end() }

    /// Does nothing, because our context ends an event after all lists have it.
    func followLast() {}

    /// Does nothing, because no list reports outside of an event.
    func noteReport(in events: ContextEvents) {}
  }
#endif
