import CoreData
import SectionedChanges
import SectionedFetchedResults

// The making of values, for the first time and after changes.
extension ValuesWorker {
  func hold(_ item: NSManagedObjectID, _ value: Value, revision: Int, _ step: inout Step) {
    lastValue += 1
    heldItems[item] = Held(revision: revision, number: lastValue)
    step.items[item] = .some(value)
    step.evicted.remove(item)
  }

  func hold(section: NSManagedObjectID?, _ value: SectionValue, revision: Int, _ step: inout Step) {
    lastValue += 1
    heldSections[section] = Held(revision: revision, number: lastValue)
    step.sections[section] = .some(value)
  }

  /// Makes the values of changed elements again, and drops the values of elements that left. Adds both to the step.
  ///
  /// - Parameter changes: the changes that led to `followed`.
  func renew(after changes: Update.ChangeSet, _ step: inout Step) {
    // Both are computed before values are made, because the fetch of objects may end an event, which changes the base.
    let items = revisedItems(after: changes, &step)
    let sections = changes.sections.isEmpty ? [:] : revisedSections(&step)
    do {
      if !items.isEmpty {
        for (id, value) in try makeItems(Array(items.keys), mayStop: false) {
          if let revision = items[id] { hold(id, value, revision: revision, &step) }
        }
      }
      if !sections.isEmpty {
        for (id, value) in try makeSections(Array(sections.keys), mayStop: false) {
          if let revision = sections[id] { hold(section: id, value, revision: revision, &step) }
        }
      }
    } catch {
      step.errors.append(error)
    }
  }

  /// Drops the values of items that left.
  ///
  /// - Returns: the items whose values are out of date, with their revisions.
  private func revisedItems(after changes: Update.ChangeSet, _ step: inout Step) -> [NSManagedObjectID: Int] {
    var revised: [NSManagedObjectID: Int] = [:]
    for id in named(by: changes) {
      guard let held = heldItems[id] else { continue }
      if let place = place(of: id) {
        let revision = followed[place].revision
        if revision != held.revision { revised[id] = revision }
      } else {
        heldItems[id] = nil
        step.items[id] = .some(nil)
      }
    }
    return revised
  }

  /// The items whose values may be out of date: those in the changes, or all that have values if these are fewer.
  private func named(by changes: Update.ChangeSet) -> [NSManagedObjectID] {
    let isShort = changes.sections.isEmpty && changes.itemsTaken.isEmpty && changes.itemsBrought.isEmpty
    guard isShort, changes.items.count <= heldItems.count else { return Array(heldItems.keys) }
    let items = changes.items
    let places = items.moved.map(\.to) + items.updated.map(\.new)
    return (items.deleted + items.inserted).map(\.id.id) + places.map { followed[$0].id.id }
  }

  /// Drops the values of sections that left.
  ///
  /// - Returns: the sections whose values are out of date, with their revisions.
  private func revisedSections(_ step: inout Step) -> [NSManagedObjectID?: Int] {
    var revised: [NSManagedObjectID?: Int] = [:]
    for (id, held) in heldSections {
      if let index = index(of: id) {
        let revision = followed.sections[index].element.revision
        if revision != held.revision { revised[id] = revision }
      } else {
        heldSections[id] = nil
        step.sections[id] = .some(nil)
      }
    }
    return revised
  }

  /// Makes the values of items. Deleted items get none.
  ///
  /// - Parameter mayStop: whether a newer change of the requests stops this early.
  /// - Throws: the error of the fetch that fills the objects.
  func makeItems(_ ids: [NSManagedObjectID], mayStop: Bool = true) throws -> [NSManagedObjectID: Value] {
    let found = try objects(ids, of: base.controller.itemFetchRequest)
    var values: [NSManagedObjectID: Value] = [:]
    for id in ids {
      if mayStop, parts.requests.isInterrupted { break }
      if let object = found[id] as? Object, !object.isDeleted { values[id] = parts.makeItem(object) }
    }
    return values
  }

  /// Makes the values of sections. Deleted sections get none.
  ///
  /// - Parameter mayStop: whether a newer change of the requests stops this early.
  /// - Throws: the error of the fetch that fills the objects.
  func makeSections(_ ids: [NSManagedObjectID?], mayStop: Bool = true) throws -> [NSManagedObjectID?: SectionValue] {
    let found = try objects(ids.compactMap { $0 }, of: base.controller.sectionFetchRequest)
    var values: [NSManagedObjectID?: SectionValue] = [:]
    for id in ids {
      if mayStop, parts.requests.isInterrupted { break }
      guard let id else {
        values[nil] = parts.makeSection(nil)
        continue
      }
      if let object = found[id] as? SectionObject, !object.isDeleted { values[id] = parts.makeSection(object) }
    }
    return values
  }

  /// Finds objects by fetches that fill them, because a fault whose row another context deletes would have no values.
  ///
  /// - Parameters:
  ///   - ids: the identifiers of the objects. Deleted objects are not found.
  ///   - request: a request of their entity.
  private func objects<Result>(
    _ ids: [NSManagedObjectID], of request: NSFetchRequest<Result>
  ) throws -> [NSManagedObjectID: NSManagedObject] {
    let context = base.managedObjectContext
    var found: [NSManagedObjectID: NSManagedObject] = [:]
    var saved: [NSManagedObjectID: NSManagedObjectID] = [:]
    for id in ids {
      let current = base.list.current(of: id)
      if current.isTemporaryID { found[id] = context.object(with: current) } else { saved[current] = id }
    }
    if saved.isEmpty { return found }
    let copy = NSFetchRequest<NSManagedObject>()
    copy.entity = try FetchRequests.entity(of: request, in: context)
    copy.returnsObjectsAsFaults = false
    copy.relationshipKeyPathsForPrefetching = request.relationshipKeyPathsForPrefetching
    let all = Array(saved.keys)
    for start in stride(from: 0, to: all.count, by: 500) {
      // Some databases limit the number of values in a query.
      copy.predicate = NSPredicate(format: "SELF IN %@", Array(all[start..<min(all.count, start + 500)]))
      for object in try context.fetch(copy) { if let id = saved[object.objectID] { found[id] = object } }
    }
    return found
  }
}
