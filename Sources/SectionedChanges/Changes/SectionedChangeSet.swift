/// Everything that happened to a list between two of its versions, as one value.
///
/// ```swift
/// let changes = try SectionedChangeSet(from: old, to: new)
/// let next = try changes.apply(to: old, sectionAt: { new.sections[$0].element }, itemAt: { new[$0] })
/// ```
///
/// There are two index spaces. *Old* is the list before, *new* the list after; deletions, `from` and `old` are old
/// places, insertions, `to` and `new` are new ones. Sections and items alike; no place is relative to another change.
///
/// - An item in both lists whose section differs is always one move, also out of a deleted section or into an
///   inserted one.
/// - Items that are in one list alone and lie in a deleted (old) or inserted (new) section are not in ``items``: the
///   section takes or brings them. They are in ``itemsTaken`` and ``itemsBrought``, with their places.
///   So a deleted section's count is moved out + taken, an inserted one's is moved in + brought.
/// - An element whose index differs only because other elements came or went is not mentioned: a shift is not a move.
/// - `keys` are the changed properties, nil where they cannot be known.
public struct SectionedChangeSet<SectionID: Hashable & Sendable, ItemID: Hashable & Sendable>: Hashable, Sendable {
  /// Changes of the sections themselves.
  public var sections: ListChanges<Int, SectionID>
  /// Changes of the items, but for those that a section takes or brings.
  public var items: ListChanges<ItemPlace, ItemID>
  /// Items that went with a deleted section, ascending old places.
  public var itemsTaken: [PlacedID<ItemPlace, ItemID>]
  /// Items that came with an inserted section, ascending new places.
  public var itemsBrought: [PlacedID<ItemPlace, ItemID>]

  /// Makes a change set from its parts, each in the order that its property has. Nothing is sorted or checked.
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

  /// How many changes there are, items taken and brought not counted.
  @inlinable
  public var count: Int { sections.count + items.count }

  /// Deleted sections, ascending old index.
  ///
  /// - Complexity: O(deleted sections).
  @inlinable
  public var deletedSectionIDs: [SectionID] { sections.deleted.map { $0.id } }

  /// Inserted sections, ascending new index.
  ///
  /// - Complexity: O(inserted sections).
  @inlinable
  public var insertedSectionIDs: [SectionID] { sections.inserted.map { $0.id } }

  /// Every item that left the list, those that a section took included, ascending old place.
  ///
  /// - Complexity: O(deleted items · log deleted items) where sections took some, O(deleted items) otherwise.
  public var deletedItemIDs: [ItemID] { merged(items.deleted, itemsTaken).map { $0.id } }

  /// Every item that entered the list, those that a section brought included, ascending new place.
  ///
  /// - Complexity: O(inserted items · log inserted items) where sections brought some, O(inserted items) otherwise.
  public var insertedItemIDs: [ItemID] { merged(items.inserted, itemsBrought).map { $0.id } }

  /// Two ascending lists as one.
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
  /// The items that are to be configured again after these changes, in the order of the new list: those that changed,
  /// whether they moved or not, and those that got another identifier. Inserted items are configured anyway.
  ///
  /// - Parameter new: the list after the changes. A place that it does not have is left out.
  /// - Complexity: O(changes · log changes).
  public func reconfiguredItems(in new: SectionedSnapshot<SectionID, ItemID>) -> [ItemID] {
    let renamed = Set(items.renamed.map(\.new))
    // Several change sets as one may have moved what one of them renames.
    let moved = items.moved.filter { move in
      move.keys != [] || (!renamed.isEmpty && new.holds(move.to) && renamed.contains(new[move.to].id))
    }
    return (items.updated.map(\.new) + moved.map(\.to)).sorted().filter { new.holds($0) }.map { new[$0].id }
  }
}
