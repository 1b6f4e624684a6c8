/// An inserted or deleted element: its place and its identifier.
@frozen
public struct PlacedID<Place: Hashable & Comparable & Sendable, ID: Hashable & Sendable>: Hashable, Sendable {
  /// The place: in the old list for a deletion, in the new list for an insertion.
  public var place: Place
  /// The element's identifier in that list.
  public var id: ID

  /// Creates a value from a place and an identifier.
  @inlinable
  public init(_ place: Place, _ id: ID) {
    self.place = place
    self.id = id
  }
}

/// An element of both lists that changed its section, or its order relative to the elements that did not move. A move
/// includes the update.
@frozen
public struct ListMove<Place: Hashable & Comparable & Sendable>: Hashable, Sendable {
  /// The place in the old list.
  public var from: Place
  /// The place in the new list.
  public var to: Place
  /// The properties that changed; empty if none did. Nil if they are unknown, as for merged or refreshed objects.
  public var keys: Set<String>?

  /// Creates a move from an old to a new place.
  @inlinable
  public init(from: Place, to: Place, keys: Set<String>?) {
    self.from = from
    self.to = to
    self.keys = keys
  }
}

/// An element of both lists that changed and did not move.
@frozen
public struct ListUpdate<Place: Hashable & Comparable & Sendable>: Hashable, Sendable {
  /// The place in the old list.
  public var old: Place
  /// The place in the new list. It differs from ``old`` if other changes shifted the element.
  public var new: Place
  /// The properties that changed. Nil if they are unknown, as for merged or refreshed objects.
  public var keys: Set<String>?

  /// Creates an update from the element's old and new place.
  @inlinable
  public init(old: Place, new: Place, keys: Set<String>?) {
    self.old = old
    self.new = new
    self.keys = keys
  }
}

/// An element whose identifiers in the two lists differ.
@frozen
public struct ListRenaming<ID: Hashable & Sendable>: Hashable, Sendable {
  /// The identifier in the old list.
  public var old: ID
  /// The identifier in the new list.
  public var new: ID

  /// Creates a renaming from an old to a new identifier.
  @inlinable
  public init(old: ID, new: ID) {
    self.old = old
    self.new = new
  }
}

/// The changes of one level of a list, its sections or its items. Every place is in the old list or in the new list,
/// and no place refers to an intermediate state.
///
/// The arrays are sorted by old place, or by new place if there is no old one.
public struct ListChanges<Place: Hashable & Comparable & Sendable, ID: Hashable & Sendable>: Hashable, Sendable {
  /// The elements that were removed from the list, sorted by old place.
  public var deleted: [PlacedID<Place, ID>]
  /// The elements that were inserted into the list, sorted by new place.
  public var inserted: [PlacedID<Place, ID>]
  /// The elements that moved, sorted by `from`.
  public var moved: [ListMove<Place>]
  /// The elements that changed without moving, sorted by `old`.
  public var updated: [ListUpdate<Place>]
  /// The elements whose identifiers changed, in the order of the list. Each is also in ``moved`` or ``updated``, with
  /// empty keys if nothing else changed.
  public var renamed: [ListRenaming<ID>]

  /// Creates changes from arrays that are already in the order that each property requires. Nothing is sorted or
  /// checked.
  @inlinable
  public init(
    deleted: [PlacedID<Place, ID>] = [],
    inserted: [PlacedID<Place, ID>] = [],
    moved: [ListMove<Place>] = [],
    updated: [ListUpdate<Place>] = [],
    renamed: [ListRenaming<ID>] = []
  ) {
    self.deleted = deleted
    self.inserted = inserted
    self.moved = moved
    self.updated = updated
    self.renamed = renamed
  }

  /// Whether nothing changed. A renamed element also counts as moved or updated.
  @inlinable
  public var isEmpty: Bool { deleted.isEmpty && inserted.isEmpty && moved.isEmpty && updated.isEmpty }

  /// The number of changes. A renamed element is counted once, as moved or updated.
  @inlinable
  public var count: Int { deleted.count + inserted.count + moved.count + updated.count }
}
