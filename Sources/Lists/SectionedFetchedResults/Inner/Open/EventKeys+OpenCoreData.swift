#if !canImport(Darwin) && !SECTIONED_PUBLIC_API
  import CoreData

  /// The properties of objects that an event changed, which our context reports with the event.
  struct EventKeys {
    init(_ context: NSManagedObjectContext) {}

    /// The changed properties of an object that a notification names; nil when they cannot be known.
    func changedKeys(of object: NSManagedObject, in news: ChangedObjects) -> Set<String>? {
      news.changedKeys(of: object)
    }

    /// Returns the keys as they are, because our context reports all of them with the event.
    func settled(_ keys: Set<String>?, of subject: InnerSubject) -> Set<String>? { keys }

    func forgetNamed() {}
  }

  extension FetchedLists {
    /// Does nothing, because the changed properties of every object are known at once.
    func noteNamed(in news: ChangedObjects) {}

    func noteAsked(_ news: ChangedObjects) {}
    func noteSaved() {}

    /// Does nothing, because our inner controllers are notified of all merged objects by key, registered or not.
    func noteMerged(_ news: [AnyHashable: Any]) {}
  }
#endif
