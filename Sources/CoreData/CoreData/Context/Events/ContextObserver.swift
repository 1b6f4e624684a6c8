/// Receives a context's events on its queue, in the order of registration, before the public notifications are posted.
///
/// Each event is delivered to all observers twice: first as keys, so that all lists follow it, then as objects, when
/// observers may notify the program. An event that names no registered object is delivered too, but not posted. The
/// context holds its observers weakly.
package protocol ContextObserver: AnyObject {
  /// Receives the changes of an event, as keys.
  func context(_ context: NSManagedObjectContext, didProcess event: ContextEvent)
  /// Receives the changes of an event, as objects, after all observers have processed the keys.
  func context(_ context: NSManagedObjectContext, changed objects: ChangedObjects)

  /// Whether this observer needs some new objects to have permanent keys before it is notified of them.
  var needsPermanentKeys: Bool { get }
  /// Chooses the objects that get permanent keys before an event names them for the first time. Called only if
  /// `needsPermanentKeys` is true.
  ///
  /// - Parameter objects: the new objects without permanent keys, in the order of insertion.
  /// - Returns: the objects that must have permanent keys before any observer is notified of them.
  func context(
    _ context: NSManagedObjectContext, objectsNeedingKeysAmong objects: [NSManagedObject]
  ) -> [NSManagedObject]

  /// Called when objects received permanent keys, during the delivery of an event or at another time. The observer
  /// must replace the keys that it holds at once, before the program is notified. The event that caused it follows.
  func context(_ context: NSManagedObjectContext, promoted promotions: [ContextEvent.Promotion])
  /// Called when all observers have taken the permanent keys. The observer must now update the IDs that it shows.
  func contextPromotedObjects(_ context: NSManagedObjectContext)
  /// Called when all observers show the permanent IDs. The observer may now notify the program.
  func contextMayNotifyOfPromotions(_ context: NSManagedObjectContext)

  /// Called after the context was saved.
  func contextSaved(_ context: NSManagedObjectContext)
  /// Called after another context's save was merged.
  ///
  /// - Parameter ids: the user info of the did-merge notification.
  func context(_ context: NSManagedObjectContext, merged ids: [AnyHashable: Any])
}

// Default implementations that do nothing, so that an observer implements only the methods that it needs.
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

/// The observers of one context, in the order of registration. They are held weakly.
struct ContextObservers {
  // Entries are classes, because reading a weak reference in an array of structs copies the struct, which registers
  // another weak reference.
  // Unchecked: an entry does not change.
  private final class Entry: @unchecked Sendable {
    private(set) weak var observer: (any ContextObserver)?

    init(observer: any ContextObserver) { self.observer = observer }
  }

  private var entries: [Entry] = []
  /// The observers of the begin and end of events.
  var ofBounds = ContextEventObservers()

  mutating func add(_ observer: any ContextObserver) {
    entries.removeAll { $0.observer == nil }
    entries.append(Entry(observer: observer))
  }

  mutating func remove(_ observer: any ContextObserver) {
    entries.removeAll { $0.observer == nil || $0.observer === observer }
  }

  /// A copy of the observers, because an observer that is called may add more.
  var current: ContextObservers { self }

  /// Calls a block with each observer that is alive when its turn comes.
  func forEach(_ body: (any ContextObserver) -> Void) {
    for index in entries.indices {
      if let observer = entries[index].observer { body(observer) }
    }
  }
}
