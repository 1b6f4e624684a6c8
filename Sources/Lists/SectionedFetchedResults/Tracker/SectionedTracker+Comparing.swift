import CoreData
import OrderedRows
import SectionedChanges

extension SectionedTracker {
  typealias PlainSnapshot = SectionedSnapshot<NSManagedObjectID?, ItemToken>

  /// Compares two whole lists and delivers the changes between them.
  ///
  /// - Parameters:
  ///   - previous: the fetched lists whose tokens the old list has; nil if these are `lists`.
  /// - Complexity: O(rows), comparing tokens. IDs are made only of what changed.
  func deliverDifference(
    from old: ShownList, in previous: FetchedLists? = nil, to new: ShownList, of lists: FetchedLists, revised: Revised,
    leaving: [NSManagedObjectID: NSManagedObject] = [:]
  ) {
    let previous = previous ?? lists
    var totals = changedAggregates(from: old, to: new)
    for section in changedTotals(from: old, in: previous, to: new, of: lists) {
      totals[section, default: []].insert(AggregateNames.total)
    }
    // An object that changed may have changed in anything.
    let keys = { (section: NSManagedObjectID?) -> Set<String>? in
      revised.contains(section: section) ? nil : totals[section]
    }
    do {
      let changes: ChangeSet
      if previous.names(sameItemsAs: lists) {
        changes = try SectionedChangeSet(
          from: plainSnapshot(of: old, revised: .none),
          to: plainSnapshot(of: new, revised: revised, totals: totals) { $0 }, sectionKeys: keys,
          naming: previous.id(of:), lists.id(of:))
      } else {
        changes = try SectionedChangeSet(
          from: plainSnapshot(of: old, revised: .none, name: previous.id(of:)),
          to: plainSnapshot(of: new, revised: revised, totals: totals, name: lists.id(of:)), sectionKeys: keys)
      }
      deliver(changes, from: old, to: new, of: lists, leaving: leaving)
    } catch {
      // A version has each object only once, so two versions can be compared.
      fatalError("Two versions of a list could not be compared: \(error)")
    }
  }

  /// The sections of both lists whose aggregates have other results, each with the names of these aggregates.
  ///
  /// - Complexity: O(sections · aggregates); O(1) if none are declared.
  private func changedAggregates(from old: ShownList, to new: ShownList) -> [NSManagedObjectID?: Set<String>] {
    guard let names = new.version.aggregates?.names else { return [:] }
    // The fetch of the new list may have declared other aggregates.
    let places = names.map { old.version.aggregates?.names.firstIndex(of: $0) }
    let before = Dictionary(old.version.shown.map { (old.sectionID(of: $0), $0) }) { first, _ in first }
    var changed: [NSManagedObjectID?: Set<String>] = [:]
    for slot in new.version.shown {
      guard let oldSlot = before[new.sectionID(of: slot)] else { continue }
      let known = old.version.values(of: oldSlot)
      let keys = AggregateNames.changed(
        names, from: places.map { $0.flatMap { known[$0] } }, to: new.version.values(of: slot))
      if !keys.isEmpty { changed[new.sectionID(of: slot)] = keys }
    }
    return changed
  }

  /// The sections of both lists that have another number of items while they show the same ones.
  ///
  /// - Complexity: O(sections), and O(shown items) of those that have another number; nothing where all items are
  ///   shown.
  private func changedTotals(
    from old: ShownList, in previous: FetchedLists, to new: ShownList, of lists: FetchedLists
  ) -> [NSManagedObjectID?] {
    guard old.version.policies.hasLimits || new.version.policies.hasLimits else { return [] }
    let isNamedAlike = previous.names(sameItemsAs: lists)
    func showSame(_ slot: Int32, as oldSlot: Int32) -> Bool {
      let (before, after) = (old.version.tokens(of: oldSlot), new.version.tokens(of: slot))
      if before.count != after.count { return false }
      if isNamedAlike { return Set(before) == Set(after) }
      return Set(before.map(previous.id(of:))) == Set(after.map(lists.id(of:)))
    }
    let before = Dictionary(old.version.shown.map { (old.sectionID(of: $0), $0) }) { first, _ in first }
    return new.version.shown.compactMap { slot -> NSManagedObjectID?? in
      let section = new.sectionID(of: slot)
      guard let oldSlot = before[section], old.version.rowCount(of: oldSlot) != new.version.rowCount(of: slot),
        showSame(slot, as: oldSlot)
      else { return nil }
      return .some(section)
    }
  }

  /// A list as names, with revision 1 for those that have changed.
  func plainSnapshot(of list: ShownList, revised: Revised) -> PlainSnapshot {
    plainSnapshot(of: list, revised: revised) { $0 }
  }

  /// The list as a snapshot of names, with revision 1 for elements that have changed and 0 for the rest.
  ///
  /// - Parameter totals: further changed sections, with the names of their changed aggregates.
  private func plainSnapshot<Name: Hashable & Sendable>(
    of list: ShownList, revised: Revised, totals: [NSManagedObjectID?: Set<String>] = [:], name: (ItemToken) -> Name
  ) -> SectionedSnapshot<NSManagedObjectID?, Name> {
    SectionedSnapshot(
      sections: list.version.shown.map { slot in
        let section = list.sectionID(of: slot)
        return .init(
          section, revision: revised.contains(section: section) || totals[section] != nil ? 1 : 0,
          items: list.version.tokens(of: slot).map { ListElement(name($0), revision: revised.contains($0) ? 1 : 0) })
      })
  }

  /// Applies a step's changes to a full copy of the old list, and checks that the result is the new list.
  ///
  /// - Complexity: O(rows).
  func verify(
    _ transition: ListTransition<ItemToken>, _ sectionID: (Int32) -> NSManagedObjectID?, from old: ShownList,
    to new: ShownList
  ) throws {
    let revised = RevisedObjects(
      items: Set(transition.items.compactMap { $0.isRevised ? $0.name : nil }),
      sections: Set(transition.sections.filter(\.isRevised).compactMap { sectionID($0.name) }))
    // The section of unmatched items has no object, so only its aggregates can change.
    let isUnmatchedRevised = transition.sections.contains {
      $0.name == ListVersion<ItemToken>.unmatched && $0.isRevised
    }
    let changes = try transition.changes(sectionID: sectionID, oldName: { $0 }, newName: { $0 })
    try changes.check(
      old: plainSnapshot(of: old, revised: .none),
      new: plainSnapshot(of: new, revised: .some(revised), totals: isUnmatchedRevised ? [nil: []] : [:]) { $0 })
  }
}
