import Foundation

/// Delivering events to the observers.
extension EventDelivery {
  /// Delivers the notices that wait, unless that is going on already: an observer gets one event after the other.
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

  /// - Parameter callerMerges: whether the caller merges the event into the children; if not, the next save does.
  func announce(_ notice: ContextNotice, callerMerges: Bool = false) {
    let promotions = notice.event.promotions
    graph.saves.note(notice.event.saves)
    // A save inside an observer: what waits to be delivered must name objects by the keys that they have then.
    eventQueue.promote(promotions)
    append(notice, callerMerges: callerMerges)
    if !promotions.isEmpty { announce(promotions) }
    deliverWaiting()
    if !promotions.isEmpty { promoteInChildren() }
  }

  /// Delivers a reset. In a callback, the events that wait to be delivered name objects without a context: observers get
  /// the reset in their place, and the public notifications follow.
  func announceReset(_ notice: ContextNotice) {
    guard eventQueue.isDelivering else { return announce(notice) }
    noteForChildren(notice.event)
    eventQueue.reset(notice)
  }

  /// Has an event wait to be delivered. From now on a child counts it.
  func append(_ notice: ContextNotice, callerMerges: Bool = false) {
    assert(notice.event.namesEachOnce, "An event names an object twice.")
    noteForChildren(notice.event, callerMerges: callerMerges)
    eventQueue.append(notice)
  }

  /// Has all observers take the permanent keys, then has those that show objects notify the program.
  /// What is asked for an object meanwhile, in an observer too, finds it by the key that it has.
  func announce(_ promotions: [ContextEvent.Promotion]) {
    let context: NSManagedObjectContext = context
    observers.current.forEach { $0.context(context, promoted: promotions) }
    guard !isSilent else { return }
    observers.current.forEach { $0.contextPromotedObjects(context) }
    // What the notified program changes comes as the next event.
    let wasDelivering = eventQueue.beginDelivering()
    defer { eventQueue.endDelivering(wasDelivering) }
    observers.current.forEach { $0.contextMayNotifyOfPromotions(context) }
  }

  /// Whether more has changed than the event reports that is being delivered: the values that objects have now are not
  /// those that it led to.
  var hasChangedSinceEvent: Bool { eventQueue.hasNext || !changes.event.isEmpty }

  /// Whether the deletion of an object is still to be delivered to observers.
  func hasUndeliveredDeletion(of object: NSManagedObject) -> Bool { eventQueue.hasUndeliveredDeletion(of: object) }

  /// The deleted objects of the events that are being delivered, or wait for it: an object that was never saved has
  /// left the context already.
  var undeliveredDeletions: [RowKey: NSManagedObject] { eventQueue.deletions }

  private func deliverFirst() {
    let context: NSManagedObjectContext = context
    observers.current.ofBounds.forEach { $0.contextBeginsEvent(context) }
    eventQueue.beginFirst()
    defer { eventQueue.endFirst() }
    // A reset of the context, by an observer too, leaves the objects of the notice without a context.
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
    // What depends on the changed objects is placed in the same event.
    if !eventQueue.nextIsOnlyPlaces { observers.current.ofBounds.forEach { $0.contextEndsEvent(context) } }
  }

  /// Ends a merge, whose event all observers have.
  private func finish(_ merge: ContextNotice.Merge) {
    // An observer may have merged that it is there again.
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
