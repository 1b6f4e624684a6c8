/// Receives a context's events on its queue, in the order of registration, before the public notifications are posted.
///
/// An event reaches all observers twice: first by keys, so that every list has followed it, then by objects, where the
/// program may be notified. Every event is delivered, also one that names no object of the context and is not posted.
/// The context keeps no observer alive.
package protocol ContextObserver: AnyObject {
  /// Receives the changes of an event, as keys.
  func context(_ context: NSManagedObjectContext, didProcess event: ContextEvent)
  /// Receives the changes of an event, as objects, after all observers have processed the keys.
  func context(_ context: NSManagedObjectContext, changed objects: ChangedObjects)

  /// Whether some new objects must have permanent keys before this observer is notified of them.
  var needsPermanentKeys: Bool { get }
  /// Chooses the objects that get permanent keys before an event names them for the first time. Called on observers
  /// that need permanent keys.
  ///
  /// - Parameter objects: those that have no permanent keys, in the order of insertion.
  /// - Returns: those that must have them before any observer is notified of them.
  func context(
    _ context: NSManagedObjectContext, objectsNeedingKeysAmong objects: [NSManagedObject]
  ) -> [NSManagedObject]

  /// Objects got permanent keys, while an event is delivered or not. What the observer keeps must name them by those at
  /// once, before the program is notified; the event that follows carries the reason.
  func context(_ context: NSManagedObjectContext, promoted promotions: [ContextEvent.Promotion])
  /// All observers have taken the permanent keys. What this one shows must have the IDs at once.
  func contextPromotedObjects(_ context: NSManagedObjectContext)
  /// All observers show the permanent IDs: the program may be notified.
  func contextMayNotifyOfPromotions(_ context: NSManagedObjectContext)

  /// The context was saved.
  func contextSaved(_ context: NSManagedObjectContext)
  /// Another context's save was merged.
  ///
  /// - Parameter ids: what the notification carries.
  func context(_ context: NSManagedObjectContext, merged ids: [AnyHashable: Any])
}

// An observer writes what it needs.
extension ContextObserver {
  package func context(_ context: NSManagedObjectContext, didProcess event: ContextEvent) {}
  package func context(_ context: NSManagedObjectContext, changed objects: ChangedObjects) {}
  package var needsPermanentKeys: Bool { false }
  package func context(
    _ context: NSManagedObjectContext, objectsNeedingKeysAmong objects: [NSManagedObject]
  ) -> [NSManagedObject] { [] }
  package func context(_ context: NSManagedObjectContext, promoted promotions: [ContextEvent.Promotion]) {}
  package func contextPromotedObjects(_ context: NSManagedObjectContext) {}
  package func contextMayNotifyOfPromotions(_ context: NSManagedObjectContext) {}
  package func contextSaved(_ context: NSManagedObjectContext) {}
  package func context(_ context: NSManagedObjectContext, merged ids: [AnyHashable: Any]) {}
}

/// The observers of one context, in the order of registration. It keeps none of them alive.
struct ContextObservers {
  // Classes: to look at a weak reference in a struct of an array, the struct is copied, which registers another one.
  // Unchecked: an entry does not change.
  private final class Entry: @unchecked Sendable {
    private(set) weak var observer: (any ContextObserver)?

    init(observer: any ContextObserver) { self.observer = observer }
  }

  private var entries: [Entry] = []
  /// The observers of the bounds of events.
  var ofBounds = ContextEventObservers()

  mutating func add(_ observer: any ContextObserver) {
    entries.removeAll { $0.observer == nil }
    entries.append(Entry(observer: observer))
  }

  mutating func remove(_ observer: any ContextObserver) {
    entries.removeAll { $0.observer == nil || $0.observer === observer }
  }

  /// The observers at this moment, as a copy: one that is called may add more.
  var current: ContextObservers { self }

  /// Calls a block with each observer that is alive when its turn comes.
  func forEach(_ body: (any ContextObserver) -> Void) {
    for index in entries.indices {
      if let observer = entries[index].observer { body(observer) }
    }
  }
}
