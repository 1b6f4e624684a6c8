import CoreData
import Foundation
import SectionedFetchedResults

/// The contents of a context's notification.
struct ContextNotice {
  /// The identifier and the entity of an object.
  struct Named: Hashable {
    let id: NSManagedObjectID
    let entity: NSEntityDescription
  }

  /// The objects that changed and still exist.
  var changed: [Named] = []
  /// The objects that were inserted.
  var inserted: [Named] = []
  /// The entities of the objects that were inserted, deleted or invalidated; of a merge, inserted or deleted.
  var otherEntities: Set<NSEntityDescription> = []
  /// Whether all objects were invalidated.
  var saysAllInvalid = false
  /// Whether the notification reports a merge of changes that another context saved.
  var isMerge = false

  /// The entities of all objects.
  var entities: Set<NSEntityDescription> { otherEntities.union(changed.map(\.entity)) }
}

/// Observes the notifications of a context, until it is released.
final class ContextNotices {
  private let subscriptions: [ContextPosts.Subscription]

  /// - Parameter receive: called on the context's queue, after each event and after each merge.
  init(_ context: NSManagedObjectContext, receive: @escaping (ContextNotice) -> Void) {
    let posts = ContextPosts.of(context)
    subscriptions = [
      posts.subscribe(to: NSManagedObjectContext.didChangeObjectsNotification) {
        receive(ContextNotice(objects: $0.userInfo ?? [:]))
      },
      posts.subscribe(to: NSManagedObjectContext.didMergeChangesObjectIDsNotification) {
        receive(ContextNotice(merged: $0.userInfo ?? [:]))
      },
    ]
  }
}

extension ContextNotice {
  private typealias Key = NSManagedObjectContext.NotificationKey

  init(objects info: [AnyHashable: Any]) {
    saysAllInvalid = info[Key.invalidatedAllObjects.rawValue] != nil
    func objects(_ key: Key) -> Set<NSManagedObject> { info[key.rawValue] as? Set<NSManagedObject> ?? [] }
    changed = [Key.updatedObjects, .refreshedObjects].flatMap { key in
      objects(key).map { Named(id: $0.objectID, entity: $0.entity) }
    }
    inserted = objects(.insertedObjects).map { Named(id: $0.objectID, entity: $0.entity) }
    for key in [Key.insertedObjects, .deletedObjects, .invalidatedObjects] {
      otherEntities.formUnion(objects(key).map(\.entity))
    }
  }

  init(merged info: [AnyHashable: Any]) {
    isMerge = true
    func ids(_ key: Key) -> Set<NSManagedObjectID> { info[key.rawValue] as? Set<NSManagedObjectID> ?? [] }
    changed = [Key.updatedObjectIDs, .refreshedObjectIDs].flatMap { key in
      ids(key).map { Named(id: $0, entity: $0.entity) }
    }
    inserted = ids(.insertedObjectIDs).map { Named(id: $0, entity: $0.entity) }
    for key in [Key.insertedObjectIDs, .deletedObjectIDs] { otherEntities.formUnion(ids(key).map(\.entity)) }
  }
}
