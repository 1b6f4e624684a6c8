/// Updates objects to the rows of a fetch with `shouldRefreshRefetchedObjects`, like `refresh(_:mergeChanges: true)`.
extension NSManagedObjectContext {
  private struct KnownRelationship: Hashable {
    let entity: Int
    let slot: Int
  }

  /// Updates objects to fetched rows, and keeps unsaved changes. The objects that differ are reported in one event.
  /// Faults and deleted objects are left as they are.
  ///
  /// - Parameter rows: the rows of the objects, in the same order; nil for an object without a row.
  /// - Complexity: O(objects), plus one query of the store for each to-many relationship that some of the objects
  ///   have loaded.
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
    // Called only now, because the program may do anything in `awake(fromSnapshotEvents:)`.
    for object in notice.refreshed where object.registry === graph.registry {
      object.awake(fromSnapshotEvents: .refresh)
    }
    merger.announceRefresh(notice)
  }

  /// Gives an object the row that was read, if its values or its version are new.
  ///
  /// - Returns: whether the object has a new row.
  private func take(_ row: Row, for object: NSManagedObject, _ relations: inout MergedRelations) -> Bool {
    guard let old = object.row else { return false }
    let transient = object.layout.transientSlots
    // The former row has the transient values that a save included, such as a save to a parent.
    let new = transient.isEmpty ? row : row.taking(transient, from: old)
    let slots = new.slots(differingFrom: old)
    // A parent has no row versions, and a store does not increase them when it computes values.
    let isOther = parentLink.superior == nil ? new.version != old.version : !slots.isEmpty
    guard isOther || object.layout.derivedSlots.contains(where: slots.contains) else { return false }
    merger.replaceRow(of: object, by: new)
    relations.note(new, of: object, since: old, isFault: false, object.layout)
    return true
  }

  /// Reads the loaded to-many relationships of objects again.
  ///
  /// - Returns: the objects whose stored destinations have changed.
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
