/// Receives the bounds of a context's events on its queue, for what waits until everything has followed an event.
///
/// An event begins before its first observer is notified. It ends when all observers have it, the public notifications
/// are posted, and what depends on the changed objects is placed. The context keeps no observer alive.
package protocol ContextEventObserver: AnyObject {
  /// An event is about to be delivered. Called again where the context delivers more before the event ends.
  func contextBeginsEvent(_ context: NSManagedObjectContext)
  /// An event is delivered. What is changed now belongs to the next one.
  func contextEndsEvent(_ context: NSManagedObjectContext)
}

/// The observers of the bounds of events, in the order of registration. It keeps none of them alive.
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
