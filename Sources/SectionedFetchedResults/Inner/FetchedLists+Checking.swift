import CoreData

extension FetchedLists {
  /// Notes what a notification names, to look later whether an inner controller has passed it over.
  func noteMentioned(in news: ChangedObjects) {
    guard check.readsNotifications else { return }
    if !news.objects(.deletedObjects).isEmpty { check.noteDeletion() }
    for key in [NSManagedObjectContext.NotificationKey.insertedObjects, .updatedObjects, .refreshedObjects] {
      for object in news.objects(key) where !object.isDeleted {
        if object.entity.isKindOf(entity: items.entity) { check.note(namedItem: object) }
        let keys = eventKeys.settled(eventKeys.changedKeys(of: object, in: news), of: subject(object))
        if keys != [] { noteChange(of: object, keys) }
      }
    }
  }

  /// Notes what changed of an object, should no inner controller report it.
  func noteChange(of object: NSManagedObject, _ keys: Set<String>?) {
    if object.entity.isKindOf(entity: items.entity), items.place(of: object) != nil {
      check.note(changedItem: object, keys)
    }
    if withoutItems(keys) != [], sections.index(of: object) != nil { check.note(changedSection: object, keys) }
  }

  /// What no inner controller reported of the objects that were named, as an event: each changed where it stands.
  func takeUnreported() -> InnerEvent {
    let unreported = check.takeUnreported()
    let itemTouches = unreported.items.compactMap { object, keys -> InnerTouch? in
      guard let place = items.place(of: object) else { return nil }
      return InnerTouch(subject: subject(object), old: place, new: place, isNew: false, changedKeys: keys)
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

  /// Whether an item that was named stands elsewhere than what was reported leads to.
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

  /// Forgets what was noted of the events that are delivered.
  func endEvents() {
    check.forgetNamed()
    eventKeys.forgetNamed()
    // What is in the list no more has been reported.
    if !items.former.isEmpty { items.former = [:] }
  }
}
