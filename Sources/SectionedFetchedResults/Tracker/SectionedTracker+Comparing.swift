import CoreData
import OrderedRows
import SectionedChanges

extension SectionedTracker {
  typealias PlainSnapshot = SectionedSnapshot<NSManagedObjectID?, ItemToken>

  /// Delivers the changes from one list to another, found by comparing them whole.
  ///
  /// - Parameters:
  ///   - previous: the lists that name the old one's items; nil for those that name the new one's.
  ///   - names: new names of old items.
  /// - Complexity: O(rows), comparing names; IDs are made of what changed only.
  func deliverDifference(
    from old: ShownList, in previous: FetchedLists? = nil, to new: ShownList, of lists: FetchedLists, revised: Revised,
    names: [ItemToken: ItemToken] = [:], leaving: [NSManagedObjectID: NSManagedObject] = [:]
  ) {
    let previous = previous ?? lists
    do {
      let changes: ChangeSet
      if previous.names(sameItemsAs: lists) {
        let before = plainSnapshot(of: old, revised: .none) { names.isEmpty ? $0 : names[$0] ?? $0 }
        changes = try SectionedChangeSet(
          from: before, to: plainSnapshot(of: new, revised: revised), naming: previous.id(of:), lists.id(of:))
      } else {
        changes = try SectionedChangeSet(
          from: plainSnapshot(of: old, revised: .none, name: previous.id(of:)),
          to: plainSnapshot(of: new, revised: revised, name: lists.id(of:)))
      }
      deliver(changes, from: old, to: new, of: lists, leaving: leaving)
    } catch {
      // The lists of one version name each object once, so they can be compared.
      fatalError("Two versions of a list could not be compared: \(error)")
    }
  }

  /// A list as names, with revision 1 for those that have changed.
  func plainSnapshot(of list: ShownList, revised: Revised) -> PlainSnapshot {
    plainSnapshot(of: list, revised: revised) { $0 }
  }

  private func plainSnapshot<Name: Hashable & Sendable>(
    of list: ShownList, revised: Revised, name: (ItemToken) -> Name
  ) -> SectionedSnapshot<NSManagedObjectID?, Name> {
    SectionedSnapshot(
      sections: list.version.shown.map { slot in
        let section = list.sectionID(of: slot)
        return .init(
          section, revision: revised.contains(section: section) ? 1 : 0,
          items: list.version.tokens(of: slot).map { ListElement(name($0), revision: revised.contains($0) ? 1 : 0) })
      })
  }

  /// Replays a step on a full copy of the old list and compares with the new one.
  ///
  /// - Complexity: O(rows).
  func verify(
    _ transition: ListTransition<ItemToken>, _ sectionID: (Int32) -> NSManagedObjectID?, from old: ShownList,
    to new: ShownList
  ) throws {
    let revised = RevisedObjects(
      items: Set(transition.items.compactMap { $0.isRevised ? $0.name : nil }),
      sections: Set(transition.sections.filter(\.isRevised).compactMap { sectionID($0.name) }))
    let changes = try transition.changes(sectionID: sectionID, oldName: { $0 }, newName: { $0 })
    try changes.check(old: plainSnapshot(of: old, revised: .none), new: plainSnapshot(of: new, revised: .some(revised)))
  }
}
