/// Receives a context's events on its queue, in the order of registration, before the public notification is posted.
protocol ContextObserver: AnyObject {
  func context(_ context: NSManagedObjectContext, didProcess event: ContextEvent)

  /// Objects got permanent keys, while an event is delivered or not. What the observer keeps must name them by those at
  /// once, before the program is notified; the event that follows carries the reason.
  func context(_ context: NSManagedObjectContext, promoted promotions: [ContextEvent.Promotion])
}

extension ContextObserver {
  func context(_ context: NSManagedObjectContext, promoted promotions: [ContextEvent.Promotion]) {}
}

/// The observers and the listeners of one context, in the order of registration. It keeps none of them alive.
struct ContextObservers {
  private struct Entry {
    weak var observer: (any ContextObserver)?
  }

  private struct Listener {
    weak var listener: (any ContextListener)?
  }

  private var entries: [Entry] = []
  private var listenerEntries: [Listener] = []

  mutating func add(_ observer: any ContextObserver) {
    entries.removeAll { $0.observer == nil }
    entries.append(Entry(observer: observer))
  }

  mutating func remove(_ observer: any ContextObserver) {
    entries.removeAll { $0.observer == nil || $0.observer === observer }
  }

  mutating func add(_ listener: any ContextListener) {
    listenerEntries.removeAll { $0.listener == nil }
    listenerEntries.append(Listener(listener: listener))
  }

  /// Those there are now: one that is called may add more.
  var current: ContextObservers { self }

  /// Calls a block with each observer that is alive when its turn comes.
  func forEachObserver(_ body: (any ContextObserver) -> Void) {
    for index in entries.indices {
      if let observer = entries[index].observer { body(observer) }
    }
  }

  /// The same for the listeners.
  func forEachListener(_ body: (any ContextListener) -> Void) {
    for index in listenerEntries.indices {
      if let listener = listenerEntries[index].listener { body(listener) }
    }
  }
}
