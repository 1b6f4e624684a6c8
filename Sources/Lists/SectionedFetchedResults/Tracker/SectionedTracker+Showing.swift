import CoreData
import SectionedChanges

/// The only code that sets the shown list. Every output is derived from it.
extension SectionedTracker {
  /// The shown list as identifiers, made when it is first asked for.
  var snapshot: Snapshot {
    if let made = shown.snapshot { return made }
    let made = makeSnapshot()
    shown.snapshot = made
    return made
  }

  /// Shows the next version of the list.
  ///
  /// - Parameter changes: the changes that lead from the shown list to it.
  func advance(to new: ShownList, of lists: FetchedLists, by changes: ChangeSet) {
    let (old, before) = (shown.snapshot, shown)
    defer {
      notifyReaders(of: changes)
      notifyReaders(ofTotalsSince: before)
    }
    (shown, shownLists) = (new, lists)
    lastReported = [changes]
    guard let old else { return }
    new.snapshot = outputs.send(
      changes, from: old, number: new.number, hasTotals: new.version.hasTotals,
      sectionID: { new.sectionID(of: new.version.shown[$0]) }, itemID: { lists.id(of: new.version.token(at: $0)) },
      make: { makeSnapshot(revision: new.number) })
  }

  /// Shows a list without describing the changes from the previous one, so that clients must read it whole.
  func jump(to new: ShownList, of lists: FetchedLists) {
    let isFollowed = shown.snapshot != nil
    (shown, shownLists) = (new, lists)
    lastReported = []
    if isFollowed {
      // The previous list's objects may have changed without a report, so a client that compares snapshots must find
      // all of them changed.
      new.snapshot = makeSnapshot(revision: new.number)
      outputs.restart(snapshot, number: new.number)
    }
    notifyReaders(of: nil)
  }

  /// Replaces the shown version by one that shows the same list but differs inside, for example in hidden items.
  func keep(_ new: ShownList, of lists: FetchedLists) {
    let same = new.numbered(shown.number)
    let before = shown
    same.snapshot = shown.snapshot
    (shown, shownLists) = (same, lists)
    // Hidden items may have been inserted or removed.
    notifyReaders(ofTotalsSince: before)
  }

  /// Shows the same list, in which some objects have other IDs.
  ///
  /// - Parameter changes: the renamings, with the places of the objects in the list.
  func rename(_ new: ShownList, _ changes: ChangeSet) {
    let old = shown.snapshot
    shown = new
    if changes.isEmpty {
      new.snapshot = old
    } else {
      lastReported = (isShowingBatch || !unreportedNames.isEmpty ? lastReported : []) + [changes]
      outputs.notifyReaders(ofRenaming: changes)
      new.snapshot = old.map { outputs.rename(changes, in: $0) }
    }
  }

  /// Notifies the readers that another list is shown. Requests that they make in response are done next.
  ///
  /// - Parameter changes: the changes from the previous list; nil if the list must be read whole.
  func notifyReaders(of changes: ChangeSet?) {
    if outputs.hasReaders { reporting { outputs.notifyReaders(of: changes) } }
  }

  /// Notifies the readers of shown sections whose total number of items changed, counting hidden ones, and of changed
  /// totals of the whole list.
  ///
  /// - Complexity: O(sections) if a limit hides items and a reader reads totals, else O(readers). O(sections ·
  ///   aggregates) if a limit of the whole list may hide sections.
  private func notifyReaders(ofTotalsSince before: ShownList) {
    let (old, new) = (before.version, shown.version)
    guard outputs.readsTotals, old.policies.hasLimits || new.policies.hasLimits, !old.isSame(as: new) else { return }
    // Slots by section ID in the old list, because a list that was rebuilt may have numbered its sections differently.
    lazy var slots = Dictionary(old.shown.map { (before.sectionID(of: $0), $0) }) { first, _ in first }
    func oldSlot(of slot: Int32) -> Int32? {
      let object = shown.object(of: slot)
      if Int(slot) < before.objects.count, before.object(of: slot) === object { return slot }
      return slots[object?.objectID]
    }
    let changed = new.shown.filter { slot in
      guard let oldSlot = oldSlot(of: slot), old.index(of: oldSlot) != nil else { return false }
      return old.rowCount(of: oldSlot) != new.rowCount(of: slot)
    }
    if changed.isEmpty, !new.hasOtherTotals(than: old) { return }
    let sections = changed.map { shown.sectionID(of: $0) }
    reporting { outputs.notifyReaders(ofTotalsOf: sections) }
  }

  /// - Parameter revision: the revision that all objects get.
  func makeSnapshot(revision: Int = 0) -> Snapshot {
    Snapshot(
      sections: shown.version.shown.map { slot -> Snapshot.Section in
        let section = shown.sectionID(of: slot)
        // Without totals, the section of unmatched items has nothing of its own that changes.
        let isConstant = section == nil && !shown.version.hasTotals
        return Snapshot.Section(
          section, revision: isConstant ? 0 : revision,
          items: shown.version.tokens(of: slot).map { ListElement(itemID(of: $0), revision: revision) })
      })
  }

  /// The ID of a shown item.
  func itemID(of token: ItemToken) -> NSManagedObjectID {
    guard let shownLists else { FirstFetch.isMissing("item") }
    return shownLists.id(of: token)
  }
}
