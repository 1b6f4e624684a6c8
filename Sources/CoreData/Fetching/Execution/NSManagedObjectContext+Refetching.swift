/// Updates objects with values by the rows of a fetch that refreshes, as `refresh(_:mergeChanges: true)` does.
extension NSManagedObjectContext {
  private struct KnownRelationship: Hashable {
    let entity: Int
    let slot: Int
  }

  /// Updates objects to the rows that a fetch has read; unsaved changes are kept. The objects that differ are reported
  /// as one event. Faults and deleted objects are not touched.
  ///
  /// - Parameter rows: the rows of the objects, in their order; nil where there is none.
  /// - Complexity: O(objects), and one query of the store for each to-many relationship that is known of some.
  /// - Throws: the store's error.
  func refresh(_ objects: [NSManagedObject], with rows: [Row?]) throws {
    let known = zip(objects, rows).filter { object, _ in object.isRefreshable && !object.flags.contains(.fault) }
    let owners = try rereadDestinations(of: known.map(\.0))
    let notice = ContextNotice()
    var relations = MergedRelations()
    for case (let object, let row?) in known {
      let isOther = take(row, for: object, &relations)
      guard isOther || owners.contains(object) else { continue }
      notice.refreshed.append(object)
      notice.event.refreshed.append(object.key)
    }
    if notice.event.isEmpty { return }
    merger.settleReread(relations)
    // Only now: the program may call anything.
    for object in notice.refreshed where object.registry === graph.registry {
      object.awake(fromSnapshotEvents: .refresh)
    }
    merger.announceRefresh(notice)
  }

  /// - Returns: whether the row differs from the known one.
  private func take(_ row: Row, for object: NSManagedObject, _ relations: inout MergedRelations) -> Bool {
    guard let old = object.row else { return false }
    let transient = object.layout.transientSlots
    // The known row has the transient values that a save included, as one to a parent does.
    let new = transient.isEmpty ? row : row.taking(transient, from: old)
    let slots = new.slots(differingFrom: old)
    // A parent counts no versions, and a store does not count changes of values that it computes.
    let isOther = parentLink.superior == nil ? new.version != old.version : !slots.isEmpty
    guard isOther || object.layout.derivedSlots.contains(where: slots.contains) else { return false }
    merger.replaceRow(of: object, by: new)
    relations.note(new, of: object, since: old, isFault: false, object.layout)
    return true
  }

  /// Reads the known to-many relationships of objects again.
  ///
  /// - Returns: the objects whose destinations in the store have changed.
  private func rereadDestinations(of objects: [NSManagedObject]) throws -> ObjectList {
    var known: [KnownRelationship: [NSManagedObject]] = [:]
    for object in objects {
      for (slot, destinations) in object.knownRelationships where destinations.stored != nil {
        known[KnownRelationship(entity: Int(object.entityIndex), slot: slot), default: []].append(object)
      }
    }
    var changed = ObjectList()
    for (place, owners) in known {
      guard case .toMany(let relationship) = graph.model.entities[place.entity].slots[place.slot].kind else { continue }
      let found = try graph.requireRows(holding: place.entity).related(place.slot, of: owners.map(\.key))
      for (owner, destinations) in zip(owners, found) {
        guard let stored = owner.state?.relationships[place.slot]?.stored,
          relationship.isOrdered ? stored != destinations : Set(stored) != Set(destinations)
        else { continue }
        owner.state?.relationships[place.slot]?.rebase(onto: destinations)
        changed.insert(owner)
      }
    }
    return changed
  }
}
