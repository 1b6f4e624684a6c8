/// Permanent keys for unsaved objects.
extension EventDelivery {
  /// Gives permanent keys to objects that the event is about to name for the first time, if an observer requests it.
  /// Lists then never see temporary keys, and need no notification besides the event. If a key cannot be allocated
  /// now, the allocation is repeated when the key is needed, and throws there.
  func giveKeysBeforeEvent() {
    guard !changes.event.inserted.isEmpty, !isGivingKeys else { return }
    var asking: [any ContextObserver] = []
    observers.current.forEach { if $0.needsPermanentKeys { asking.append($0) } }
    if asking.isEmpty { return }
    let new = changes.event.inserted.all.filter { $0.key.isTemporary && $0.flags.contains(.neverSaved) }
    let context: NSManagedObjectContext = context
    isGivingKeys = true
    let needed = asking.flatMap { $0.context(context, objectsNeedingKeysAmong: new) }
    isGivingKeys = false
    // The program's predicate may have run a fetch, which ends the event.
    let asked = needed.filter { changes.event.inserted.contains($0) }
    guard !asked.isEmpty, let promotions = try? givePermanentKeys(to: asked), !promotions.isEmpty else { return }
    let keys = ContextEvent()
    keys.promotions = promotions
    noteForChildren(keys)
    // No list has these objects yet, because a fetch would have ended the event. Observers that know them in another
    // way replace the keys.
    announce(promotions)
    promoteInChildren()
  }

  /// Gives permanent keys to the given objects that have temporary ones.
  ///
  /// - Returns: the old and new keys; within a store, in the order in which the objects were created.
  /// - Throws: the store's error.
  func givePermanentKeys(to objects: [NSManagedObject]) throws -> [ContextEvent.Promotion] {
    var seen = ObjectList()
    for object in objects where object.key.isTemporary && object.registry === graph.registry { seen.insert(object) }
    guard !seen.isEmpty else { return [] }
    // Keys are allocated in the order in which the objects were created, because lists sort ties by key.
    let asked = seen.all.sorted { $0.key.temporaryNumber < $1.key.temporaryNumber }
    let groups =
      asked.count == 1
      ? [asked]
      : Array(
        Dictionary(grouping: asked) { graph.registry.coordinator?.store(holding: Int($0.entityIndex))?.identifier }
          .values)
    var given: [(NSManagedObject, RowKey)] = []
    for group in groups {
      guard let first = group.first else { continue }
      let keys = try graph.requireStore(holding: Int(first.entityIndex)).rows.allocateKeys(for: group.map(\.layout))
      given += zip(group, keys)
    }
    var permanent: [RowKey: RowKey] = [:]
    var promotions: [ContextEvent.Promotion] = []
    for (object, key) in given {
      permanent[object.key] = key
      promotions.append(ContextEvent.Promotion(temporary: object.key, permanent: key))
      graph.registry.promote(object, to: key)
      changes.pending.note(key)
    }
    changes.pending.forgetReferences()
    // Deleted objects are included, because an undo may restore them.
    for object in changes.pending.inserted.all + changes.pending.updated.all + changes.pending.deleted.all
      + changes.pending.awaitingPropagation
    {
      object.state?.promote(permanent)
    }
    return promotions
  }
}
