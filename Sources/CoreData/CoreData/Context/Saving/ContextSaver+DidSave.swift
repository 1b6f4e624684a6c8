import Foundation

/// The did-save notifications.
extension ContextSaver {
  func post(_ written: SavedObjects, _ saved: SavedChanges) {
    events.observers.current.forEach { $0.contextSaved(context) }
    // Both notifications contain the same token.
    let token = parentLink.superior == nil ? graph.registry.coordinator?.historyToken(behind: saved.transactions) : nil
    let saved: Any = saved
    var objects = Self.savedObjects.filled(
      with: saved, Set(written.inserted), Set(written.updated), Set(written.deleted))
    let generation = context.queryGenerationToken
    if let token { objects[Self.newChangeTokenKey] = token }
    if let generation { objects[NSManagedObjectContextQueryGenerationKey] = generation }
    NotificationCenter.default.post(
      name: NSManagedObjectContext.didSaveObjectsNotification, object: context, userInfo: objects)
    var ids = Self.savedIDs.filled(
      with: saved, Self.ids(of: written.inserted), Self.ids(of: written.updated), Self.ids(of: written.deleted))
    if let token { ids[Self.newChangeTokenKey] = token }
    if let generation { ids[NSManagedObjectContextQueryGenerationKey] = generation }
    NotificationCenter.default.post(
      name: NSManagedObjectContext.didSaveObjectIDsNotification, object: context, userInfo: ids)
  }

  /// The history position after the save. Apple's interface has no constant for this key either.
  private static let newChangeTokenKey = "newChangeToken"

  private static let savedObjects = NotificationTemplate([
    SavedChanges.infoKey, NSInsertedObjectsKey, NSUpdatedObjectsKey, NSDeletedObjectsKey,
  ])
  private static let savedIDs = NotificationTemplate([
    SavedChanges.infoKey, NSInsertedObjectIDsKey, NSUpdatedObjectIDsKey, NSDeletedObjectIDsKey,
  ])

  private static func ids(of objects: ContiguousArray<NSManagedObject>) -> Set<NSManagedObjectID> {
    Set(objects.lazy.map { $0.makeID() })
  }
}
