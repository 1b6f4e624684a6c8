#if !canImport(Darwin) && !SECTIONED_PUBLIC_API
  import CoreData

  /// Finds where the events of a context begin and end: our context says it.
  final class EventSignals: ContextEventObserver {
    private weak var events: ContextEvents?

    init(_ events: ContextEvents) {
      self.events = events
      events.context.addEventObserver(self)
    }

    func contextBeginsEvent(_ context: NSManagedObjectContext) { events?.begin() }

    func contextEndsEvent(_ context: NSManagedObjectContext) { events?.end() }

    /// Does nothing: the end of an event comes behind all lists.
    func followLast() {}

    /// Does nothing: no list reports outside of an event.
    func noteReport(in events: ContextEvents) {}
  }
#endif
