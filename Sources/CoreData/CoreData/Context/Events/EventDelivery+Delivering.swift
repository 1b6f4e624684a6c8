import Foundation

/// Delivering events to the observers.
extension EventDelivery {
  /// Delivers the waiting notices one after the other. Does nothing if a delivery is already running.
  func deliverWaiting() {
    guard !eventQueue.isDelivering else { return }
    let wasDelivering = eventQueue.beginDelivering()
    defer { eventQueue.endDelivering(wasDelivering) }
    var rounds = 0
    while !eventQueue.isEmpty {
      rounds += 1
      guard rounds < 10_000 else {
        fatalError("An observer of a context changes objects each time it is notified of a change: this never ends.")
      }
      deliverFirst()
      applyDeleteRules()
      gatherEvent()
    }
  }

  /// Delivers an event to the observers, after the events that already wait.
  ///
  /// - Parameter callerMerges: whether the caller merges the event into the children; if not, the next save does.
  func announce(_ notice: ContextNotice, callerMerges: Bool = false) {
    let promotions = notice.event.promotions
    graph.saves.note(notice.event.saves)
    // If an observer saves, the waiting notices must name objects by the keys that they have after the save.
    eventQueue.promote(promotions)
    append(notice, callerMerges: callerMerges)
    if !promotions.isEmpty { announce(promotions) }
    deliverWaiting()
    if !promotions.isEmpty { promoteInChildren() }
  }

  /// Delivers a reset. If an observer resets the context, the waiting events name objects without a context.
  /// Observers then receive the reset instead of these events, and their public notifications follow.
  func announceReset(_ notice: ContextNotice) {
    guard eventQueue.isDelivering else { return announce(notice) }
    noteForChildren(notice.event)
    eventQueue.reset(notice)
  }

  /// Appends an event to the waiting ones, and records it for the children.
  func append(_ notice: ContextNotice, callerMerges: Bool = false) {
    assert(notice.event.namesEachOnce, "An event names an object twice.")
    noteForChildren(notice.event, callerMerges: callerMerges)
    eventQueue.append(notice)
  }

  /// Makes all observers take the permanent keys, then lets those that show objects notify the program. Lookups
  /// meanwhile, also by observers, find an object under its permanent key.
  func announce(_ promotions: [ContextEvent.Promotion]) {
    let context: NSManagedObjectContext = context
    observers.current.forEach { $0.context(context, promoted: promotions) }
    guard !isSilent else { return }
    observers.current.forEach { $0.contextPromotedObjects(context) }
    // Changes that the notified program makes belong to the next event.
    let wasDelivering = eventQueue.beginDelivering()
    defer { eventQueue.endDelivering(wasDelivering) }
    observers.current.forEach { $0.contextMayNotifyOfPromotions(context) }
  }

  /// Whether objects changed after the event that is being delivered, so that their values are newer than the event.
  var hasChangedSinceEvent: Bool { eventQueue.hasNext || !changes.event.isEmpty }

  /// Whether the deletion of an object is still to be delivered to observers.
  func hasUndeliveredDeletion(of object: NSManagedObject) -> Bool { eventQueue.hasUndeliveredDeletion(of: object) }

  /// The deleted objects of the events that are being delivered or waiting. A deleted object that was never saved has
  /// already left the context.
  var undeliveredDeletions: [RowKey: NSManagedObject] { eventQueue.deletions }

  private func deliverFirst() {
    let context: NSManagedObjectContext = context
    observers.current.ofBounds.forEach { $0.contextBeginsEvent(context) }
    eventQueue.beginFirst()
    defer { eventQueue.endFirst() }
    // If an observer resets the context, the objects of the notice have no context any more.
    let resets = eventQueue.resets
    observers.current.forEach { observer in
      let event = eventQueue.first
      if !event.isEmpty { observer.context(context, didProcess: event) }
    }
    let notice = eventQueue.takeFirst()
    if !isSilent {
      observers.current.forEach {
        if eventQueue.resets == resets { $0.context(context, changed: ChangedObjects(notice: notice)) }
      }
      if notice.isPublic {
        NotificationCenter.default.post(
          name: NSManagedObjectContext.didChangeObjectsNotification, object: context, userInfo: notice.userInfo)
      }
    }
    if let merge = notice.merge { finish(merge) }
    // If the next event only places dependent objects again, it belongs to this one, and the end is reported after
    // it.
    if !eventQueue.nextIsOnlyPlaces { observers.current.ofBounds.forEach { $0.contextEndsEvent(context) } }
  }

  /// Finishes a merge after all observers received its event.
  private func finish(_ merge: ContextNotice.Merge) {
    // An observer may have merged the object as existing again.
    for object in merge.lost where object.flags.contains(.gone) { withdrawDeletedElsewhere(object) }
    postMerged(merge.ids)
  }

  private func withdrawDeletedElsewhere(_ object: NSManagedObject) {
    object.lifeCycle.endFault()
    changes.withdraw(object)
  }

  private func postMerged(_ merged: SavedIDs) {
    guard !merged.isEmpty else { return }
    let context: NSManagedObjectContext = context
    let ids: [AnyHashable: Any] = [
      NSInsertedObjectIDsKey: Set(merged.inserted.map(graph.objectID)),
      NSUpdatedObjectIDsKey: Set(merged.updated.map(graph.objectID)),
      NSDeletedObjectIDsKey: Set(merged.deleted.map(graph.objectID)),
      NSRefreshedObjectIDsKey: Set(merged.refreshed.map(graph.objectID)),
    ]
    observers.current.forEach { $0.context(context, merged: ids) }
    NotificationCenter.default.post(
      name: NSManagedObjectContext.didMergeChangesObjectIDsNotification, object: context, userInfo: ids)
  }
}
