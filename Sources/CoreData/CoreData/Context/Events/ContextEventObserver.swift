/// Is notified when a context's event begins and ends, on the context's queue. Its work can wait until all observers
/// have followed an event.
///
/// An event begins before its first observer is notified. It ends when all observers have received it, the public
/// notifications are posted, and objects that depend on the changed ones are placed again in the lists. The context
/// holds its observers weakly.
package protocol ContextEventObserver: AnyObject {
  /// Called before an event is delivered. Called again if the context delivers another event before this one ends.
  func contextBeginsEvent(_ context: NSManagedObjectContext)
  /// Called after an event was delivered. Later changes belong to the next event.
  func contextEndsEvent(_ context: NSManagedObjectContext)
}

/// The observers of the begin and end of events, in the order of registration. They are held weakly.
struct ContextEventObservers {
  // Unchecked: an entry does not change.
  private final class Entry: @unchecked Sendable {
    private(set) weak var observer: (any ContextEventObserver)?

    init(observer: any ContextEventObserver) { self.observer = observer }
  }

  private var entries: [Entry] = []

  mutating func add(_ observer: any ContextEventObserver) {
    entries.removeAll { $0.observer == nil }
    entries.append(Entry(observer: observer))
  }

  /// Calls a block with each observer that is alive when its turn comes.
  func forEach(_ body: (any ContextEventObserver) -> Void) {
    if entries.isEmpty { return }
    for entry in entries {
      if let observer = entry.observer { body(observer) }
    }
  }
}
