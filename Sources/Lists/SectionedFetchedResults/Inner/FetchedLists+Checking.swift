import CoreData
import OrderedRows

extension FetchedLists {
  /// Records the objects that a notification names, to check later whether an inner controller has missed them.
  func noteMentioned(in news: ChangedObjects) {
    guard check.readsNotifications else { return }
    if !news.objects(.deletedObjects).isEmpty { check.noteDeletion() }
    for key in [NSManagedObjectContext.NotificationKey.insertedObjects, .updatedObjects, .refreshedObjects] {
      for object in news.objects(key) where !object.isDeleted {
        if object.entity.isKindOf(entity: items.entity) { check.note(namedItem: object) }
        if isRefreshedUnchanged(object), keysTakenIn(object).isEmpty { continue }
        let keys = eventKeys.settled(eventKeys.changedKeys(of: object, in: news), of: subject(object))
        if keys != [] { noteChange(of: object, keys) }
      }
    }
  }

  /// Whether a notification names an object only because a controller of the context refreshed it, and these lists do
  /// not report that as a change.
  func isRefreshedUnchanged(_ object: NSManagedObject) -> Bool {
    isRefreshedOnly(object) && !revised.contains(object.objectID)
  }

  /// Records the changed properties of an object, in case no inner controller reports it.
  func noteChange(of object: NSManagedObject, _ keys: Set<String>?) {
    if object.entity.isKindOf(entity: items.entity), items.place(of: object) != nil {
      check.note(changedItem: object, keys)
    }
    if withoutItems(keys) != [], sections.index(of: object) != nil { check.note(changedSection: object, keys) }
  }

  /// Removes the recorded changes that no inner controller reported, and returns them as an event in which each object
  /// changed in place.
  func takeUnreported() -> InnerEvent {
    let unreported = check.takeUnreported()
    var itemTouches = InnerChanges()
    for (object, keys) in unreported.items {
      guard let place = items.place(of: object) else { continue }
      itemTouches.append(subject(object), ElementChange(old: place, new: place, keys: keys))
    }
    let sectionTouches = unreported.sections.compactMap { object, keys -> InnerEvent.Section? in
      guard let index = sections.index(of: object) else { return nil }
      return InnerEvent.Section(
        subject: subject(object), object: object, old: index, isNew: false, new: index, key: key(of: object),
        changedKeys: keys)
    }
    return InnerEvent(
      items: itemTouches.isEmpty ? nil : InnerEvent.Items(touches: itemTouches, removedGroups: [], newGroups: []),
      sections: sectionTouches.isEmpty ? nil : sectionTouches)
  }

  /// Whether an inner controller has missed something: the counts differ from the engine's, or a named item has another
  /// place.
  ///
  /// - Complexity: O(items named).
  var hasMissed: Bool {
    guard check.hasNamed else { return false }
    if engine.groupCount != items.groupCount || engine.rowCount != items.rowCount { return true }
    return check.named.contains { object in
      guard let place = items.place(of: object) else { return false }
      return engine.token(at: place) != token(of: object)
    }
  }

  /// Clears the records of the delivered events.
  func endEvents() {
    check.forgetNamed()
    eventKeys.forgetNamed()
    // Items that are no longer in the list have been reported.
    if !items.former.isEmpty { items.former = [:] }
  }
}
