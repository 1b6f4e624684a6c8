import OrderedRows

/// Creates a change set from the elements that may have changed, without reading the whole lists.
///
/// ```swift
/// var builder = ChangeSetBuilder<String, String>()
/// builder.touchItem("a1", old: ItemPlace(section: 0, item: 0), new: nil)
/// let changes = try builder.changeSet(old: old.counts, new: new.counts)
/// ```
///
/// Record each section and item that
/// - was inserted or removed, including items brought or taken by a section,
/// - is in both lists and changed, or
/// - is in both lists and changed its section, or its order relative to elements that are not recorded.
///
/// Recording more elements does no harm, because the places decide. An element that is not recorded must be in both
/// lists, in the same section, with the same revision, and these elements must have the same order in both lists. The
/// result equals that of ``SectionedChangeSet/init(from:to:sectionKeys:itemKeys:)`` for the whole lists.
public struct ChangeSetBuilder<SectionID: Hashable & Sendable, ItemID: Hashable & Sendable>: Sendable {
  @usableFromInline var sections = EditedElements<SectionID>()
  @usableFromInline var items = EditedElements<ItemID>()

  /// Creates a builder without recorded elements.
  @inlinable
  public init() {}

  @inlinable
  package init(sections: EditedElements<SectionID>, items: EditedElements<ItemID>) {
    self.sections = sections
    self.items = items
  }

  /// Records a section. Each section may be recorded once, in any order.
  ///
  /// - Parameters:
  ///   - id: the section's identifier.
  ///   - old: its index in the old list; nil if the old list does not contain it.
  ///   - new: its index in the new list; nil if the new list does not contain it.
  ///   - isRevised: whether the section itself changed, apart from its items.
  ///   - keys: the changed properties; nil if they are unknown. Ignored if `isRevised` is false.
  @inlinable
  public mutating func touchSection(
    _ id: SectionID, old: Int?, new: Int?, isRevised: Bool = false, keys: Set<String>? = nil
  ) {
    sections.append(
      id, old: old.map { ItemPlace(section: 0, item: $0) }, new: new.map { ItemPlace(section: 0, item: $0) },
      isRevised: isRevised, keys: keys)
  }

  /// Records an item. Each item may be recorded once, in any order.
  ///
  /// - Parameters:
  ///   - id: the item's identifier.
  ///   - old: its place in the old list; nil if the old list does not contain it.
  ///   - new: its place in the new list; nil if the new list does not contain it.
  ///   - isRevised: whether the item changed.
  ///   - keys: the changed properties; nil if they are unknown. Ignored if `isRevised` is false.
  @inlinable
  public mutating func touchItem(
    _ id: ItemID, old: ItemPlace?, new: ItemPlace?, isRevised: Bool = false, keys: Set<String>? = nil
  ) {
    items.append(id, old: old, new: new, isRevised: isRevised, keys: keys)
  }

  /// Returns the minimal change set for the recorded elements.
  ///
  /// - Parameters:
  ///   - old: the counts of the old list. Item counts are read only for sections with recorded elements.
  ///   - new: the counts of the new list. Item counts are read only for sections with recorded elements.
  /// - Complexity: O(recorded · log recorded), and O(1) for each element that was not recorded but has to move. The
  ///   latter happens only because of recorded elements that did *not* change.
  /// - Throws: ``SectionedChangeError``: `placeOutOfBounds`; `placeNamedTwice` if two elements are recorded at the same
  ///   place; `countMismatch` if the counts of a section with recorded elements do not match; `notLeast` if an
  ///   identifier is recorded as both deleted and inserted.
  @inlinable
  public func changeSet(old: ListCounts, new: ListCounts) throws -> SectionedChangeSet<SectionID, ItemID> {
    try changeSet(old: old, new: new, naming: { $0 }, { $0 })
  }

  /// Returns the minimal change set with other identifiers for the items. Only inserted and deleted items are
  /// converted.
  ///
  /// - Parameters:
  ///   - oldName: returns the identifier of an item that is not in the new list.
  ///   - newName: returns the identifier of an item that is not in the old list.
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
    // If no section was recorded, the builder does not compare the number of sections, so compare it here.
    guard !sections.elements.isEmpty || old.sections == new.sections else {
      throw SectionedChangeError(
        .countMismatch, "\(old.sections) sections became \(new.sections), and no section is reported to have changed.")
    }
    return try changeSet(counts: (old, new), naming: oldName, newName)
  }

  /// - Parameter counts: the counts of the lists, or nil if they are unknown. Then nothing is checked against them, and
  ///   elements that were not recorded never move.
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
