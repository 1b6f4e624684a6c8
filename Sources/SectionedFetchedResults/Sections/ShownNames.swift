import CoreData

/// A map from the names in a version of the list to its objects, for when the list has gone on. Making it costs O(1):
/// its parts are copied only when the list changes while it is held.
struct ShownNames {
  private let unsaved: UnsavedItems
  private let leaving: [NSManagedObjectID: NSManagedObject]
  private let entity: NSEntityDescription?
  private weak var lists: FetchedLists?

  init(of tracker: SectionedTracker) {
    let lists = tracker.shownLists
    (self.lists, entity) = (lists, lists?.items.entity)
    (unsaved, leaving) = (lists?.unsaved ?? UnsavedItems(), tracker.leaving)
  }

  /// The object that had a name, which may have left the list.
  func object(of token: ItemToken, in tracker: SectionedTracker) -> NSManagedObject {
    if let object = unsaved.object(token) {
      // An object that was never saved cannot be asked of the context by its ID.
      return object.objectID.isTemporaryID ? object : tracker.live(object)
    }
    let id = lists?.id(of: token) ?? InnerItems.id(of: token, entity, in: tracker.context)
    return tracker.live(leaving[id] ?? tracker.context.object(with: id))
  }
}
