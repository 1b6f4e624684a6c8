/// The link of a context to its parent. It reads from the parent and takes over its permanent keys.
final class ParentLink: ContextPart {
  /// The parent, if there is one.
  var superior: NSManagedObjectContext?
  /// The number of the parent's promotions that this context has taken over.
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

/// Permanent keys from the parent.
extension ParentLink {
  /// Gives the objects the permanent keys that their rows received in the parent.
  ///
  /// - Complexity: O(registered objects) if there are new permanent keys.
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

  /// Returns the current key of an object, given that key or an earlier temporary one.
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

  /// Makes the parent give permanent keys to objects that it also has.
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

  /// Returns the key of an ID in this context. If a temporary ID has become permanent since, it is the permanent key.
  func localKey(of id: NSManagedObjectID) -> RowKey {
    guard graph.registry.coordinator != nil else {
      fatalError("The context has no coordinator: set persistentStoreCoordinator before it is used.")
    }
    let entity = Int(id.key.entity)
    // Two instances of the same model have different entity instances with equal names.
    guard entity < graph.model.entities.count,
      graph.registry.kind(entity).entity === id.origin.entity || graph.model[id.key].name == id.entity.name
    else {
      fatalError("The ID \(id.uriRepresentation().absoluteString) is of another model than this context's.")
    }
    return currentKey(id.key)
  }

  /// Ignores the permanent keys that the parent has recorded so far.
  func skipPromotions() {
    takenPromotions = superior?.events.lineage.withLock { $0.promotions.count } ?? 0
  }
}
