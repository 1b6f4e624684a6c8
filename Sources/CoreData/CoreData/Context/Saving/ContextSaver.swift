/// Saves a context, and rolls its changes back.
final class ContextSaver: ContextPart {
  /// Whether a save has posted its will-save notification and has not written yet. Another save throws then.
  var isInsideSave = false
  /// Whether a save is writing, so that the changes that it writes must not be modified.
  var isWriting = false
  /// Whether a store or the parent is processing the changes of a save, so that their objects must keep their keys.
  /// It is false while a merge policy resolves a conflict.
  var isHandingOver = false
  let graph: ObjectGraph
  let changes: UnsavedChanges
  let events: EventDelivery
  let parentLink: ParentLink
  let merger: ContextMerger
  let scheduler: EventScheduler

  init(_ merger: ContextMerger) {
    self.merger = merger
    (graph, changes, events, parentLink) = (merger.graph, merger.changes, merger.events, merger.parentLink)
    scheduler = merger.parentLink.scheduler
  }
}

/// Permanent keys for unsaved objects.
extension ContextSaver {
  func obtainPermanentKeys(for objects: [NSManagedObject]) throws {
    context.requireQueue()
    if isHandingOver { throw NSManagedObjectContext.saveInsideSave }
    if parentLink.superior != nil {
      var seen = ObjectList()
      for object in objects
      where object.key.isTemporary && object.registry === graph.registry && !object.flags.contains(.neverSaved) {
        seen.insert(object)
      }
      try parentLink.promoteInParent(Array(seen.all))
    }
    let promotions = try events.givePermanentKeys(to: objects)
    guard !promotions.isEmpty else { return }
    let notice = ContextNotice()
    notice.event.promotions = promotions
    events.announce(notice)
  }
}
