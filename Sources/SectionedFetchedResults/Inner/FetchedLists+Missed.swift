import CoreData
import Foundation

extension FetchedLists {
  /// Notes the items that a notification names, to look later whether an inner controller has passed one over.
  func noteMentioned(in news: [AnyHashable: Any]) {
    guard checksMentioned else { return }
    for key in [NSManagedObjectContext.NotificationKey.insertedObjects, .updatedObjects, .refreshedObjects] {
      facts.mentioned += news.objects(key).filter { $0 is Item && !$0.isDeleted }
    }
  }

  /// Whether an item that the context named stands elsewhere than what was told makes of it.
  ///
  /// - Complexity: O(items named).
  var hasMissed: Bool {
    if engine.groupCount != items.groupCount || engine.rowCount != items.rowCount { return true }
    return facts.mentioned.contains { object in
      guard let place = items.place(of: object) else { return false }
      return engine.token(at: place) != token(of: object)
    }
  }
}
