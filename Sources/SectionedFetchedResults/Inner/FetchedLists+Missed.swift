import CoreData
import Foundation

extension FetchedLists {
  /// Notes what a notification names, to look later whether an inner controller has passed it over.
  func noteMentioned(in news: ChangedObjects) {
    guard checksMentioned else { return }
    if !news.objects(.deletedObjects).isEmpty { facts.namesDeleted = true }
    for key in [NSManagedObjectContext.NotificationKey.insertedObjects, .updatedObjects, .refreshedObjects] {
      for object in news.objects(key) where !object.isDeleted {
        let isItem = object.entity.isKindOf(entity: items.entity)
        if isItem { facts.mentioned.append(object) }
        let keys = eventKeys.settled(eventKeys.changedKeys(of: object, in: news), of: subject(object), facts)
        guard keys != [] else { continue }
        noteUntold(object, keys)
      }
    }
  }

  /// Notes what changed of an object, should no inner controller report it.
  func noteUntold(_ object: NSManagedObject, _ keys: Set<String>?) {
    if object.entity.isKindOf(entity: items.entity), items.place(of: object) != nil {
      untold.items[ObjectIdentifier(object)] = (object, keys)
    }
    if withoutItems(keys) != [], sections.index(of: object) != nil {
      untold.sections[ObjectIdentifier(object)] = (object, keys)
    }
  }

  /// What no inner controller reported of the objects that were named, as an event: each changed where it stands.
  func takeUntold() -> InnerEvent {
    defer { untold = UntoldChanges() }
    let itemTouches = untold.items.values.compactMap { object, keys -> InnerTouch? in
      guard let place = items.place(of: object) else { return nil }
      return InnerTouch(subject: subject(object), old: place, new: place, isNew: false, changedKeys: keys)
    }
    let sectionTouches = untold.sections.values.compactMap { object, keys -> InnerEvent.Section? in
      guard let index = sections.index(of: object) else { return nil }
      return InnerEvent.Section(
        subject: subject(object), object: object, old: index, isNew: false, new: index, key: key(of: object),
        changedKeys: keys)
    }
    return InnerEvent(
      items: itemTouches.isEmpty ? nil : InnerEvent.Items(touches: itemTouches, removedGroups: [], newGroups: []),
      sections: sectionTouches.isEmpty ? nil : sectionTouches)
  }

  /// Whether an item that the context named stands elsewhere than what was reported leads to.
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
