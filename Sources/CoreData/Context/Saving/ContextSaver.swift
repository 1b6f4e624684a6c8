/// Saves a context, and takes its changes back.
final class ContextSaver: ContextPart {
  /// Whether a save has posted its will-save notification and has not written yet: another save throws.
  var isInsideSave = false
  /// Whether a save writes to the stores: nothing it writes may change.
  var isWriting = false
  /// Whether a store or the parent has the changes of a save now: their objects keep their keys meanwhile. A merge policy
  /// that settles a conflict is called before or after that.
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

/// Permanent keys for objects that are not saved.
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
