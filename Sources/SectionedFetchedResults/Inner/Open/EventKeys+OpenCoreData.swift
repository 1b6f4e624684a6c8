#if !canImport(Darwin) && !SECTIONED_PUBLIC_API
  import CoreData

  /// Which properties of an object an event changed, as our context reports it.
  final class EventKeys {
    let watch: ContextEventWatch

    /// To be made before the inner controllers fetch, so that it observes an event before them.
    init(_ context: NSManagedObjectContext) { watch = ContextEventWatch(context) }

    /// The changed properties, when an inner controller reports the object; nil when they cannot be known.
    func changedKeys(of object: NSManagedObject) -> Set<String>? { watch.changedKeys(of: object) }

    func changedKeys(of touch: InnerBatch.Touch) -> Set<String>? {
      watch.changedKeys(of: touch.subject.key, wasThere: touch.old != nil)
    }

    /// The same when the change is delivered, after the context's notification.
    func settled(_ keys: Set<String>?, of subject: InnerSubject, _ facts: EventFacts) -> Set<String>? { keys }
  }

  extension FetchedLists {
    /// What changed is known at once, of every object.
    func noteNamed(in news: ChangedObjects) {}

    func noteAsked(_ news: ChangedObjects) {}
    func noteSaved() {}

    /// Our inner controllers are notified of what is merged by its keys, whether or not the objects are there.
    func noteMerged(_ news: [AnyHashable: Any]) {}
  }
#endif
