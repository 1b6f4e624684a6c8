import CoreData

/// Maps the tokens of a version of the list to objects, even after the list has changed. Creating it costs O(1): its
/// parts are copied only if the list changes while it exists.
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

  /// The object of a token. It may have left the list.
  func object(of token: ItemToken, in tracker: SectionedTracker) -> NSManagedObject {
    if let object = unsaved.object(token) {
      // The context cannot find a never saved object by its ID.
      return object.objectID.isTemporaryID ? object : tracker.live(object)
    }
    let id = lists?.id(of: token) ?? InnerItems.id(of: token, entity, in: tracker.context)
    return tracker.live(leaving[id] ?? tracker.context.object(with: id))
  }
}
