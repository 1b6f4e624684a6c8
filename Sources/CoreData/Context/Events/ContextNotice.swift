import Foundation

/// An event on its way to the observers: its keys for those in the package, its objects for the public notification. A
/// reference, as the event is; nothing but `promote` changes one that waits to be delivered, so that its lists are not
/// checked either.
final class ContextNotice {
  /// The changes of another context's save.
  struct Merge {
    /// The objects that the merge named.
    let ids: SavedIDs
    /// The objects that it found deleted.
    let lost: [NSManagedObject]
  }

  /// The number of the context's own event that the notice reports; zero where it reports none.
  var number = 0
  @exclusivity(unchecked) var event = ContextEvent()
  @exclusivity(unchecked) var inserted: ContiguousArray<NSManagedObject> = []
  @exclusivity(unchecked) var updated: ContiguousArray<NSManagedObject> = []
  @exclusivity(unchecked) var deleted: ContiguousArray<NSManagedObject> = []
  @exclusivity(unchecked) var refreshed: ContiguousArray<NSManagedObject> = []
  /// Whether the objects are named as refreshed only to be placed anew: nothing of them changed.
  var onlyPlaces = false
  /// The merged changes; nil if the event is no merge.
  var merge: Merge?
  /// The IDs of all objects, when the event invalidates them all.
  var invalidatedAll: [NSManagedObjectID]?

  /// The changed slots of each object, nil where they are not known; computed when first requested.
  private var changes: [RowKey: SlotSet?]?

  /// Names objects by the keys that became permanent before the event was delivered.
  func promote(_ keys: [RowKey: RowKey]) {
    event = event.promoted(keys)
    changes = nil
  }

  /// The slots of an object that changed, none when it is not named as changed; nil where they are not known.
  func changedSlots(of key: RowKey) -> SlotSet? {
    let changes =
      changes ?? Dictionary(event.updated.map { ($0.key, $0.slots) } + event.refreshed.map { ($0, nil) }) { $1 }
    self.changes = changes
    return changes[key] ?? SlotSet()
  }

  /// Whether there is something for the public notification.
  var isPublic: Bool {
    !inserted.isEmpty || !updated.isEmpty || !deleted.isEmpty || !refreshed.isEmpty || invalidatedAll != nil
  }

  /// The user info of the objects-did-change notification.
  var userInfo: [AnyHashable: Any] {
    let combination =
      (inserted.isEmpty ? 0 : 1) | (updated.isEmpty ? 0 : 2) | (deleted.isEmpty ? 0 : 4) | (refreshed.isEmpty ? 0 : 8)
    var filling = NotificationTemplate.Filling(Self.templates[combination])
    if !inserted.isEmpty { filling.add(Set(inserted)) }
    if !updated.isEmpty { filling.add(Set(updated)) }
    if !deleted.isEmpty { filling.add(Set(deleted)) }
    if !refreshed.isEmpty { filling.add(Set(refreshed)) }
    var info = filling.info
    if let invalidatedAll { info[NSInvalidatedAllObjectsKey] = invalidatedAll }
    return info
  }

  /// The template for each combination of lists that are not empty: an empty list has no key.
  private static let templates = (0..<16).map { combination in
    let keys = [NSInsertedObjectsKey, NSUpdatedObjectsKey, NSDeletedObjectsKey, NSRefreshedObjectsKey]
    return NotificationTemplate(keys.indices.filter { combination & 1 << $0 != 0 }.map { keys[$0] })
  }
}

/// The keys that a merge named.
struct SavedIDs {
  var inserted: [RowKey] = []
  var updated: [RowKey] = []
  var deleted: [RowKey] = []
  /// The updated ones whose objects the context has, and which have taken the new values.
  var refreshed: [RowKey] = []

  var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }
}
