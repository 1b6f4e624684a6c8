import CoreData
import SectionedChanges
import SectionedFetchedResults

extension FetchedRows {
  /// Applies the changes that a fetched results controller reported for an event.
  ///
  /// - Parameters:
  ///   - batch: the reports of the event.
  ///   - reporter: the identifier of the controller. Reports of a former controller are ignored.
  /// - Complexity: O(reported changes · log rows).
  func follow(_ batch: ResultsBatch, of reporter: ObjectIdentifier) {
    guard case .results(let controller, _) = following, ObjectIdentifier(controller) == reporter, !batch.isEmpty,
      !isHeld
    else { return }
    // These objects were only refreshed, so that the controller places them again. Apple's controller reports such a
    // move also as an update.
    let isUnchanged = { [related] (row: ResultsBatch.Row) in related?.isRefreshedUnchanged(row.object) ?? false }
    let changed = batch.updated + batch.moved
    let placedAnew = Set(changed.filter(isUnchanged).map { ids.first(of: $0.object) })
    core.perform {
      obtainPermanentIDs(for: batch.inserted.map(\.object))
      let revised = Set(changed.map { ids.first(of: $0.object) }).subtracting(placedAnew)
      reported.formUnion(revised)
      core.setNeedsSettling()
      if edit(batch, placedAnew, controller) { return }
      // Compare the lists, because Apple's controller reports some moves as updates, and sometimes wrong places.
      show(identities(in: controller), isRevised: revised.contains)
    }
  }

  /// Applies the reports of a batch to the list.
  ///
  /// - Parameter placedAnew: the objects of the batch that did not change themselves.
  /// - Returns: whether the list then equals the controller's list.
  private func edit(
    _ batch: ResultsBatch, _ placedAnew: Set<NSManagedObjectID>,
    _ controller: NSFetchedResultsController<NSManagedObject>
  ) -> Bool {
    let count = list.order.itemCount
    func slots(_ indices: [Int?]) -> [Int32]? {
      var slots: [Int32] = []
      for index in indices {
        guard let index, index >= 0, index < count else { return nil }
        slots.append(list.order.itemSlot(at: ItemPlace(section: 0, item: index)))
      }
      return slots
    }
    guard list.order.sectionCount == 1, let deleted = slots(batch.deleted), let moved = slots(batch.moved.map(\.old)),
      let updated = slots(batch.updated.map(\.old)), Set(deleted + moved).count == deleted.count + moved.count
    else { return false }
    for slot in deleted + moved { list.remove(slot) }
    for row in (batch.inserted + batch.moved).sorted(by: { ($0.new ?? 0) < ($1.new ?? 0) }) {
      let key = Key(ids.first(of: row.object))
      guard let new = row.new, new >= 0, new <= list.order.itemCount, !list.holds(key) else { return false }
      // The item may have been in the list at the last step, and may have changed since.
      list.insert(key, at: ItemPlace(section: 0, item: new), isRevised: !placedAnew.contains(key.id))
    }
    for slot in updated where list.order.contains(slot) && !placedAnew.contains(list.items[slot].id) {
      list.touchItem(slot, isRevised: true)
    }
    return fits(batch, controller)
  }

  /// Whether the lists are equally long, and the objects of a batch are at the controller's places.
  private func fits(_ batch: ResultsBatch, _ controller: NSFetchedResultsController<NSManagedObject>) -> Bool {
    guard Self.count(of: controller) == list.order.itemCount else { return false }
    return (batch.inserted + batch.moved + batch.updated).allSatisfy { row in
      guard let place = list.place(of: Key(ids.first(of: row.object))) else { return false }
      return controller.object(at: Self.path(place.item)) === row.object
    }
  }
}

extension FetchedRows {
  /// Handles a notification of the context.
  func receive(_ notice: ContextNotice) {
    guard query != nil else { return }
    if notice.saysAllInvalid { return hold() }
    if isHeld { return recovery.eventCame(in: events) }
    defer { if !notice.isMerge { (reported, wasFetched) = ([], false) } }
    switch following {
    case .nothing: break
    case .window: fetchWindow(after: notice)
    case .results:
      do {
        try related?.note(notice)
      } catch {
        report(error)
      }
      // A merge also names unregistered objects, which Apple's controllers ignore.
      if notice.isMerge {
        revise(changed(in: notice).filter { !lastChanged.has($0) })
      } else if wasFetched {
        revise(changed(in: notice).filter { !reported.contains($0) && !isRefreshedUnchanged($0) })
      }
    }
    followers.removeAll { $0.source == nil }
    // Sources that are regrouped take their step at the end of the event, like this one.
    if !followers.isEmpty { core.perform { for follower in followers { follower.notify(notice) } } }
    if !notice.isMerge, let context {
      let names = Set(changed(in: notice)).union(reported)
      lastChanged.note(names.map { ($0, context.registeredObject(for: ids.current(of: $0))) })
    }
  }

  /// The identities of the listed objects that a notification names as changed.
  private func changed(in notice: ContextNotice) -> [NSManagedObjectID] {
    notice.changed.map { ids.first(of: $0.id) }.filter { list.holds(Key($0)) }
  }

  /// Whether a notification names an object only because a list of the context refreshed it, and no value changed.
  func isRefreshedUnchanged(_ id: NSManagedObjectID) -> Bool {
    guard let related, let object = context?.registeredObject(for: ids.current(of: id)) else { return false }
    return related.isRefreshedUnchanged(object)
  }

  /// Gives items a new revision, so that the next step updates them.
  private func revise(_ changed: [NSManagedObjectID]) {
    if changed.isEmpty { return }
    core.perform {
      for id in changed { if let slot = list.items.slot(of: Key(id)) { list.touchItem(slot, isRevised: true) } }
      core.setNeedsSettling()
    }
  }

  private func hold() {
    filled = []
    ids.forgetObjects()
    recovery.begin(in: events)
  }

  /// Fetches again after a reset, and reports an error of the fetch.
  func fetchAgain() {
    guard let query, let context else { return }
    do {
      try fetch(query, in: context)
    } catch {
      report(error)
    }
  }
}
