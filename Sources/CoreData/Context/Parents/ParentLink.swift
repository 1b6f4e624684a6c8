/// The link of a context to its parent: what the context reads from there, and the permanent keys that it takes over.
final class ParentLink: ContextPart {
  /// The parent, if there is one.
  var superior: NSManagedObjectContext?
  /// How many of the permanent keys that the parent has noted this context has taken over.
  var takenPromotions = 0
  let graph: ObjectGraph
  let changes: UnsavedChanges
  let events: EventDelivery
  let scheduler: EventScheduler

  init(_ events: EventDelivery) {
    self.events = events
    (graph, changes, scheduler) = (events.graph, events.changes, events.scheduler)
  }
}

/// Permanent keys from the context above.
extension ParentLink {
  /// Gives the objects the permanent keys that their rows have got in the parent.
  ///
  /// - Complexity: O(registered objects) where there are any.
  func takePromotions() {
    guard let superior else { return }
    let taken = takenPromotions
    let promotions = superior.events.lineage.withLock { Array($0.promotions.dropFirst(taken)) }
    guard !promotions.isEmpty else { return }
    takenPromotions += promotions.count
    let permanent = Dictionary(promotions.map { ($0.temporary, $0.permanent) }) { $1 }
    let notice = ContextNotice()
    notice.event.promotions = promotions
    for promotion in promotions {
      guard let object = graph.entry(for: promotion.temporary) else { continue }
      graph.registry.promote(object, to: promotion.permanent)
      if !object.flags.isDisjoint(with: .pending) { changes.pending.note(promotion.permanent) }
    }
    changes.pending.forgetReferences()
    for object in graph.registry.objects {
      object.state?.promote(permanent)
      if let row = object.row { object.content.take(row.replacingKeys { permanent[$0] ?? $0 }) }
    }
    graph.forgetRow()
    events.announce(notice)
  }

  /// The key that an object has now, of one that it had once.
  func currentKey(_ key: RowKey) -> RowKey {
    guard key.isTemporary else { return key }
    takePromotions()
    var above: NSManagedObjectContext? = context
    while let next = above {
      if let permanent = next.events.lineage.withLock({ $0.permanentKeys[key] }) { return permanent }
      above = next.parentLink.superior
    }
    return key
  }

  /// Has the parent give permanent keys to objects that it has.
  func promoteInParent(_ objects: [NSManagedObject]) throws {
    guard let superior, !objects.isEmpty else { return }
    try superior.parentLink.answer {
      try superior.promote(
        objects.map { superior.parentLink.currentKey($0.key) }.filter(\.isTemporary).map {
          superior.graph.object(for: $0)
        })
    }
    takePromotions()
  }

  /// The key of an ID in this context, whose temporary ID may have become permanent since.
  func localKey(of id: NSManagedObjectID) -> RowKey {
    guard graph.registry.coordinator != nil else {
      fatalError("The context has no coordinator: set persistentStoreCoordinator before it is used.")
    }
    let entity = Int(id.key.entity)
    // A model that was loaded twice has the same entities under the same names.
    guard entity < graph.model.entities.count,
      graph.registry.kind(entity).entity === id.origin.entity || graph.model[id.key].name == id.entity.name
    else {
      fatalError("The ID \(id.uriRepresentation().absoluteString) is of another model than this context's.")
    }
    return currentKey(id.key)
  }

  /// Starts with the permanent keys that the parent notes from now on.
  func skipPromotions() {
    takenPromotions = superior?.events.lineage.withLock { $0.promotions.count } ?? 0
  }
}
