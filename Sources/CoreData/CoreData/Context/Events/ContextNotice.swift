import Foundation

/// An event to deliver: observers in the package receive its keys, and the public notification contains its objects.
/// It is a class, like the event. Once it waits to be delivered, only `promote` and a reset of the context change it,
/// so exclusivity checks of its lists are turned off too.
final class ContextNotice {
  /// The changes of another context's save.
  struct Merge {
    /// The objects that the merge named.
    let ids: SavedIDs
    /// The objects that the merge found to be deleted.
    let lost: [NSManagedObject]
  }

  /// The number of the context's own event that the notice reports; zero if it reports none.
  var number = 0
  @exclusivity(unchecked) var event = ContextEvent()
  @exclusivity(unchecked) var inserted: ContiguousArray<NSManagedObject> = []
  @exclusivity(unchecked) var updated: ContiguousArray<NSManagedObject> = []
  @exclusivity(unchecked) var deleted: ContiguousArray<NSManagedObject> = []
  @exclusivity(unchecked) var refreshed: ContiguousArray<NSManagedObject> = []
  /// Whether the objects are listed as refreshed only so that lists place them again. None of their values changed.
  var onlyPlaces = false
  /// The merged changes; nil if the event is no merge.
  var merge: Merge?
  /// The IDs of all objects, if the event invalidates them all.
  var invalidatedAll: [NSManagedObjectID]?

  /// The changed slots by object key; nil slots are unknown. Computed on first use.
  private var changes: [RowKey: SlotSet?]?

  /// Replaces temporary keys by the permanent ones that objects received before the event was delivered.
  func promote(_ keys: [RowKey: RowKey]) {
    event = event.promoted(keys)
    changes = nil
  }

  /// The changed slots of an object. Empty if it is not listed as changed; nil if the slots are unknown.
  func changedSlots(of key: RowKey) -> SlotSet? {
    let changes =
      changes ?? Dictionary(event.updated.map { ($0.key, $0.slots) } + event.refreshed.map { ($0, nil) }) { $1 }
    self.changes = changes
    return changes[key] ?? SlotSet()
  }

  /// Whether the public notification has anything to report.
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

  /// The templates by combination of non-empty lists, because an empty list has no key in the user info.
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
  /// The updated keys whose objects are registered in the context and have taken the new values.
  var refreshed: [RowKey] = []

  var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }
}
