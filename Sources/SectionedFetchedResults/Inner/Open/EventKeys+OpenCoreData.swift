#if !canImport(Darwin) && !SECTIONED_PUBLIC_API
  import CoreData

  /// Which properties of an object an event changed: our context reports it with the event.
  struct EventKeys {
    init(_ context: NSManagedObjectContext) {}

    /// The changed properties of an object that a notification names; nil when they cannot be known.
    func changedKeys(of object: NSManagedObject, in news: ChangedObjects) -> Set<String>? {
      news.changedKeys(of: object)
    }

    /// The same when the change is delivered, after the context's notification.
    func settled(_ keys: Set<String>?, of subject: InnerSubject) -> Set<String>? { keys }

    func forgetNamed() {}
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
