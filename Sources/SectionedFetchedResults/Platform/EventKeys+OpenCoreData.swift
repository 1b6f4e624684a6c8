#if !canImport(Darwin) && !SECTIONED_PUBLIC_API
  import CoreData

  /// Which properties of an object an event changed, as our context tells it.
  final class EventKeys {
    private let watch: ContextEventWatch

    /// To be made before the inner controllers fetch, so that it hears of an event before them.
    init(_ context: NSManagedObjectContext) { watch = ContextEventWatch(context) }

    /// The changed properties, when an inner controller tells of the object; nil when they cannot be known.
    func changedKeys(of object: NSManagedObject) -> Set<String>? { watch.changedKeys(of: object) }

    /// The same when the change is delivered, after the context's notification.
    func settled(_ keys: Set<String>?, of object: NSManagedObject, _ facts: EventFacts) -> Set<String>? { keys }
  }
#endif
