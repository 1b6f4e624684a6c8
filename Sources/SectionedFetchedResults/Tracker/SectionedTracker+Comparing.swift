import CoreData
import SectionedChanges

/// Which objects of two lists that are compared whole have changed themselves.
enum Revised {
  case none
  /// All of them, sections too.
  case all
  case some(items: Set<ItemToken>, sections: Set<NSManagedObjectID>)

  func contains(_ item: ItemToken) -> Bool {
    switch self {
    case .none: false
    case .all: true
    case .some(let items, _): items.contains(item)
    }
  }

  func contains(section: NSManagedObjectID?) -> Bool {
    guard let section else { return false }
    switch self {
    case .none: return false
    case .all: return true
    case .some(_, let sections): return sections.contains(section)
    }
  }
}

extension SectionedTracker {
  typealias PlainSnapshot = SectionedSnapshot<NSManagedObjectID?, ItemToken>

  /// Delivers the way from one list to another, found by comparing them whole.
  ///
  /// - Complexity: O(rows), comparing names; IDs are made of what changed only.
  func deliverDifference(
    from old: ShownList, to new: ShownList, revised: Revised,
    leaving: [NSManagedObjectID: NSManagedObject] = [:]
  ) {
    do {
      let changes = try SectionedChangeSet(
        from: plainSnapshot(of: old, revised: .none), to: plainSnapshot(of: new, revised: revised))
      deliver(changes.namingItems { id(of: $0) }, from: old, to: new, leaving: leaving)
    } catch {
      // The lists of one version name each object once, so they can be compared.
      fatalError("Two versions of a list could not be compared: \(error)")
    }
  }

  /// A list as names, with revision 1 for those that are told to have changed.
  func plainSnapshot(of list: ShownList, revised: Revised) -> PlainSnapshot {
    PlainSnapshot(
      sections: list.version.shown.map { slot in
        let section = list.sectionID(of: slot)
        return PlainSnapshot.Section(
          section, revision: revised.contains(section: section) ? 1 : 0,
          items: list.version.tokens(of: slot).map { ListElement($0, revision: revised.contains($0) ? 1 : 0) })
      })
  }

  /// Replays a step on a full copy of the old list and compares with the new one.
  ///
  /// - Complexity: O(rows).
  func verify(
    _ transition: ListTransition<ItemToken>, _ sectionID: (Int32) -> NSManagedObjectID?, from old: ShownList,
    to new: ShownList
  ) throws {
    let revised = Revised.some(
      items: Set(transition.items.filter(\.isRevised).map(\.token)),
      sections: Set(transition.sections.filter(\.isRevised).compactMap { sectionID($0.slot) }))
    let changes = try transition.changes(sectionID: sectionID, itemID: { $0 })
    try changes.check(old: plainSnapshot(of: old, revised: .none), new: plainSnapshot(of: new, revised: revised))
  }
}

extension SectionedChangeSet {
  /// The same changes with other names for the items.
  func namingItems<ID: Hashable & Sendable>(_ name: (ItemID) -> ID) -> SectionedChangeSet<SectionID, ID> {
    func named(_ placed: [PlacedID<ItemPlace, ItemID>]) -> [PlacedID<ItemPlace, ID>] {
      placed.map { PlacedID($0.place, name($0.id)) }
    }
    return SectionedChangeSet<SectionID, ID>(
      sections: sections,
      items: ListChanges(
        deleted: named(items.deleted), inserted: named(items.inserted), moved: items.moved, updated: items.updated),
      itemsTaken: named(itemsTaken), itemsBrought: named(itemsBrought))
  }
}
