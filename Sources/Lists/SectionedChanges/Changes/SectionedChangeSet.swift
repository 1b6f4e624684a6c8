/// The difference between two versions of a list, as one value.
///
/// ```swift
/// let changes = try SectionedChangeSet(from: old, to: new)
/// let next = try changes.apply(to: old, sectionAt: { new.sections[$0].element }, itemAt: { new[$0] })
/// ```
///
/// There are two index spaces: *old* for the list before the changes, and *new* for the list after them. Deletions,
/// `from` and `old` are old places. Insertions, `to` and `new` are new places. That holds for sections and for items.
/// No place is relative to another change.
///
/// - An item whose sections in the two lists differ is always one move, even if the old section is deleted or the new
///   section is inserted.
/// - Items that are deleted with their section or inserted with their section are not in ``items``. The section takes
///   or brings them, so they are in ``itemsTaken`` or ``itemsBrought``. The count of a deleted section is the number of
///   items moved out plus those taken. The count of an inserted section is the number of items moved in plus those
///   brought.
/// - An element whose index differs only because other elements were inserted or removed is not mentioned. A shift is
///   not a move.
/// - `keys` are the changed properties, or nil if they are unknown.
public struct SectionedChangeSet<SectionID: Hashable & Sendable, ItemID: Hashable & Sendable>: Hashable, Sendable {
  /// Changes of the sections themselves.
  public var sections: ListChanges<Int, SectionID>
  /// Changes of the items, except those that a section takes or brings.
  public var items: ListChanges<ItemPlace, ItemID>
  /// The items that were deleted with their section, sorted by old place.
  public var itemsTaken: [PlacedID<ItemPlace, ItemID>]
  /// The items that were inserted with their section, sorted by new place.
  public var itemsBrought: [PlacedID<ItemPlace, ItemID>]

  /// Creates a change set from parts that are already in the order that each property requires. Nothing is sorted or
  /// checked.
  @inlinable
  public init(
    sections: ListChanges<Int, SectionID> = ListChanges(),
    items: ListChanges<ItemPlace, ItemID> = ListChanges(),
    itemsTaken: [PlacedID<ItemPlace, ItemID>] = [],
    itemsBrought: [PlacedID<ItemPlace, ItemID>] = []
  ) {
    self.sections = sections
    self.items = items
    self.itemsTaken = itemsTaken
    self.itemsBrought = itemsBrought
  }
}

extension SectionedChangeSet {
  /// Whether nothing changed. An empty change set is never delivered.
  @inlinable
  public var isEmpty: Bool {
    sections.isEmpty && items.isEmpty && itemsTaken.isEmpty && itemsBrought.isEmpty
  }

  /// The number of changes, without items taken and brought.
  @inlinable
  public var count: Int { sections.count + items.count }

  /// The identifiers of the deleted sections, sorted by old index.
  ///
  /// - Complexity: O(deleted sections).
  @inlinable
  public var deletedSectionIDs: [SectionID] { sections.deleted.map { $0.id } }

  /// The identifiers of the inserted sections, sorted by new index.
  ///
  /// - Complexity: O(inserted sections).
  @inlinable
  public var insertedSectionIDs: [SectionID] { sections.inserted.map { $0.id } }

  /// The identifiers of all items that were removed from the list, including those that a section took, sorted by old
  /// place.
  ///
  /// - Complexity: O(deleted items · log deleted items) if sections took items, otherwise O(deleted items).
  public var deletedItemIDs: [ItemID] { merged(items.deleted, itemsTaken).map { $0.id } }

  /// The identifiers of all items that were inserted into the list, including those that a section brought, sorted by
  /// new place.
  ///
  /// - Complexity: O(inserted items · log inserted items) if sections brought items, otherwise O(inserted items).
  public var insertedItemIDs: [ItemID] { merged(items.inserted, itemsBrought).map { $0.id } }

  /// Merges two sorted lists.
  @inlinable
  func merged(
    _ first: [PlacedID<ItemPlace, ItemID>], _ second: [PlacedID<ItemPlace, ItemID>]
  ) -> [PlacedID<ItemPlace, ItemID>] {
    if second.isEmpty { return first }
    if first.isEmpty { return second }
    return (first + second).sorted { $0.place < $1.place }
  }
}

extension SectionedChangeSet {
  /// The items that a view must configure again after these changes, in the order of the new list: items that changed,
  /// with or without moving, and items whose identifier changed. Inserted items are not included, because a view
  /// configures them anyway.
  ///
  /// - Parameter new: the list after the changes. Places that it does not have are ignored.
  /// - Complexity: O(changes · log changes).
  public func reconfiguredItems(in new: SectionedSnapshot<SectionID, ItemID>) -> [ItemID] {
    let renamed = Set(items.renamed.map(\.new))
    // In a combined change set, a renamed item may have moved without any changed keys.
    let moved = items.moved.filter { move in
      move.keys != [] || (!renamed.isEmpty && new.holds(move.to) && renamed.contains(new[move.to].id))
    }
    return (items.updated.map(\.new) + moved.map(\.to)).sorted().filter { new.holds($0) }.map { new[$0].id }
  }
}
