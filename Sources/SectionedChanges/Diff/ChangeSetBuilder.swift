import OrderedRows

/// Makes a change set from what is known to have been touched, without walking the lists.
///
/// ```swift
/// var builder = ChangeSetBuilder<String, String>()
/// builder.touchItem("a1", old: ItemPlace(section: 0, item: 0), new: nil)
/// let changes = try builder.changeSet(old: old.counts, new: new.counts)
/// ```
///
/// Record with it each section and item that
/// - entered or left the list, those brought or taken by a section included,
/// - is in both lists and changed, or
/// - is in both lists and stands elsewhere among those not recorded: in another section, or in another order.
///
/// Recording more is harmless; the places decide. What is not recorded must be in both lists, in the same section, with
/// the same revision, in the same order among itself. The answer is the one that
/// ``SectionedChangeSet/init(from:to:sectionKeys:itemKeys:)`` gives for the two whole lists.
public struct ChangeSetBuilder<SectionID: Hashable & Sendable, ItemID: Hashable & Sendable>: Sendable {
  @usableFromInline var sections = EditedElements<SectionID>()
  @usableFromInline var items = EditedElements<ItemID>()

  /// Makes a builder with which nothing is recorded.
  @inlinable
  public init() {}

  @inlinable
  package init(sections: EditedElements<SectionID>, items: EditedElements<ItemID>) {
    self.sections = sections
    self.items = items
  }

  /// Records one section. Each may be recorded once, in any order.
  ///
  /// - Parameters:
  ///   - id: its identifier.
  ///   - old: its index in the old list, nil when it was not there.
  ///   - new: its index in the new list, nil when it is not there.
  ///   - isRevised: whether the section itself changed (not its items).
  ///   - keys: the properties that changed, nil when that cannot be known. Of a section that did not change, ignored.
  @inlinable
  public mutating func touchSection(
    _ id: SectionID, old: Int?, new: Int?, isRevised: Bool = false, keys: Set<String>? = nil
  ) {
    sections.append(
      id, old: old.map { ItemPlace(section: 0, item: $0) }, new: new.map { ItemPlace(section: 0, item: $0) },
      isRevised: isRevised, keys: keys)
  }

  /// Records one item. Each may be recorded once, in any order.
  ///
  /// - Parameters:
  ///   - id: its identifier.
  ///   - old: its place in the old list, nil when it was not there.
  ///   - new: its place in the new list, nil when it is not there.
  ///   - isRevised: whether the item changed.
  ///   - keys: the properties that changed, nil when that cannot be known. Of an item that did not change, ignored.
  @inlinable
  public mutating func touchItem(
    _ id: ItemID, old: ItemPlace?, new: ItemPlace?, isRevised: Bool = false, keys: Set<String>? = nil
  ) {
    items.append(id, old: old, new: new, isRevised: isRevised, keys: keys)
  }

  /// The least change set that explains what was recorded.
  ///
  /// - Parameters:
  ///   - old: the counts of the old list; the items of touched sections only are asked for.
  ///   - new: the counts of the new list, likewise.
  /// - Complexity: O(recorded · log recorded), and O(1) for each element not recorded that has to move
  ///   (only recorded elements that did *not* change can force that).
  /// - Throws: ``SectionedChangeError``: `placeOutOfBounds`; `placeNamedTwice` when two elements are recorded at one
  ///   place; `countMismatch` when the counts of a touched section do not add up; `notLeast` when an identifier is
  ///   recorded as both deleted and inserted.
  @inlinable
  public func changeSet(old: ListCounts, new: ListCounts) throws -> SectionedChangeSet<SectionID, ItemID> {
    try changeSet(old: old, new: new, naming: { $0 }, { $0 })
  }

  /// The same with other names for the items. Only those that came or went are named.
  ///
  /// - Parameters:
  ///   - oldName: names an item that is not in the new list.
  ///   - newName: names an item that is not in the old list.
  @inlinable
  package func changeSet<Name: Hashable & Sendable>(
    old: ListCounts, new: ListCounts, naming oldName: (ItemID) -> Name, _ newName: (ItemID) -> Name
  ) throws -> SectionedChangeSet<SectionID, Name> {
    if let id = sections.firstDeletedAndInserted() {
      throw SectionedChangeError(.notLeast, "Section \(named: id) is reported to be both deleted and inserted.")
    }
    if let id = items.firstDeletedAndInserted() {
      throw SectionedChangeError(.notLeast, "Item \(named: id) is reported to be both deleted and inserted.")
    }
    if let touch = items.elements.firstIndex(where: { !old.holdsSection(of: $0.old) || !new.holdsSection(of: $0.new) })
    {
      throw items.error(for: .sectionOutOfBounds(touch), "item") { "\($0)" }
    }
    // Counts are compared for touched lists; with no section recorded, the list of sections is not one of them.
    guard !sections.elements.isEmpty || old.sections == new.sections else {
      throw SectionedChangeError(
        .countMismatch, "\(old.sections) sections became \(new.sections), and no section is reported to have changed.")
    }
    return try changeSet(counts: (old, new), naming: oldName, newName)
  }

  /// - Parameter counts: nil when they are not known. Nothing is then checked against them, and no element that was not
  ///   recorded is made to move.
  @inlinable
  func changeSet<Name: Hashable & Sendable>(
    counts: (old: ListCounts, new: ListCounts)?, naming oldName: (ItemID) -> Name, _ newName: (ItemID) -> Name
  ) throws -> SectionedChangeSet<SectionID, Name> {
    var changes = SectionedChangeSet<SectionID, Name>()
    let settledSections: ElementDifference
    do {
      let whole = SectionPairing(
        [], counts: counts.map { counts in ({ _ in counts.old.sections }, { _ in counts.new.sections }) })
      settledSections = try ElementDifference(sections.elements, pairing: whole)
    } catch let error as TouchContradiction {
      throw sections.error(for: error, "section") { "\($0.item)" }
    }
    changes.sections = ListChanges(
      deleted: try sections.oldPlaces(settledSections.deleted) { $0 }.map { PlacedID($0.place.item, $0.id) },
      inserted: try sections.newPlaces(settledSections.inserted) { $0 }.map { PlacedID($0.place.item, $0.id) },
      moved: settledSections.moved.map { ListMove(from: $0.from.item, to: $0.to.item, keys: $0.keys) },
      updated: settledSections.updated.map { ListUpdate(old: $0.old.item, new: $0.new.item, keys: $0.keys) })

    let settledItems: ElementDifference
    do {
      let pairing = SectionPairing(sections.elements, counts: counts.map { ($0.old.items, $0.new.items) })
      settledItems = try ElementDifference(items.elements, pairing: pairing)
    } catch let error as TouchContradiction {
      throw items.error(for: error, "item") { "\($0)" }
    }
    changes.items = ListChanges(
      deleted: try items.oldPlaces(settledItems.deleted, oldName),
      inserted: try items.newPlaces(settledItems.inserted, newName),
      moved: settledItems.moved, updated: settledItems.updated)
    changes.itemsTaken = try items.oldPlaces(settledItems.taken, oldName)
    changes.itemsBrought = try items.newPlaces(settledItems.brought, newName)
    return changes
  }
}

extension ElementChanges where Place == ItemPlace {
  @inlinable
  func oldPlaces<ID, NewName>(
    _ touches: [Int], _ name: (ID) -> NewName
  ) throws -> [PlacedID<ItemPlace, NewName>] where Name == ID? {
    try touches.map { try placed($0, at: elements[$0].old, name) }
  }

  @inlinable
  func newPlaces<ID, NewName>(
    _ touches: [Int], _ name: (ID) -> NewName
  ) throws -> [PlacedID<ItemPlace, NewName>] where Name == ID? {
    try touches.map { try placed($0, at: elements[$0].new, name) }
  }

  @inlinable
  func placed<ID, NewName>(
    _ touch: Int, at place: ItemPlace?, _ name: (ID) -> NewName
  ) throws -> PlacedID<ItemPlace, NewName> where Name == ID? {
    guard let id = names[touch], let place else {
      throw SectionedChangeError(
        .wrongElement,
        "An element deleted or inserted at \(place?.description ?? "no place") has no identifier: "
          + "the changes do not belong together.")
    }
    return PlacedID(place, name(id))
  }
}
