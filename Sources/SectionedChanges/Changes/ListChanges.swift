/// An inserted or deleted element: its place and its identifier.
@frozen
public struct PlacedID<Place: Hashable & Comparable & Sendable, ID: Hashable & Sendable>: Hashable, Sendable {
  /// In the old list for a deletion, in the new list for an insertion.
  public var place: Place
  /// The identifier that the element has in that list.
  public var id: ID

  /// Makes it from a place and an identifier.
  @inlinable
  public init(_ place: Place, _ id: ID) {
    self.place = place
    self.id = id
  }
}

/// An element that is in both lists and changed its place among those that stay put. A move implies the update.
@frozen
public struct ListMove<Place: Hashable & Comparable & Sendable>: Hashable, Sendable {
  /// Place in the old list.
  public var from: Place
  /// Place in the new list.
  public var to: Place
  /// The properties that changed, empty when none did; nil when that cannot be known (merged or refreshed objects).
  public var keys: Set<String>?

  /// Makes a move from an old to a new place.
  @inlinable
  public init(from: Place, to: Place, keys: Set<String>?) {
    self.from = from
    self.to = to
    self.keys = keys
  }
}

/// An element that is in both lists, did not move, and changed.
@frozen
public struct ListUpdate<Place: Hashable & Comparable & Sendable>: Hashable, Sendable {
  /// Place in the old list.
  public var old: Place
  /// Place in the new list; it differs from ``old`` when other changes shifted the element.
  public var new: Place
  /// The properties that changed; nil when that cannot be known (merged or refreshed objects).
  public var keys: Set<String>?

  /// Makes an update of what is at an old and a new place.
  @inlinable
  public init(old: Place, new: Place, keys: Set<String>?) {
    self.old = old
    self.new = new
    self.keys = keys
  }
}

/// An element whose identifier differs between the two lists.
@frozen
public struct ListRenaming<ID: Hashable & Sendable>: Hashable, Sendable {
  /// The identifier in the old list.
  public var old: ID
  /// The identifier in the new list.
  public var new: ID

  /// Makes a renaming from an old to a new identifier.
  @inlinable
  public init(old: ID, new: ID) {
    self.old = old
    self.new = new
  }
}

/// The changes of one level of a list, its sections or its items: every place is in the old list or in the new list,
/// none is ever "after the previous step".
///
/// Arrays ascend by old place where there is one, else by new place.
public struct ListChanges<Place: Hashable & Comparable & Sendable, ID: Hashable & Sendable>: Hashable, Sendable {
  /// The elements that left the list, by ascending old places.
  public var deleted: [PlacedID<Place, ID>]
  /// The elements that entered the list, by ascending new places.
  public var inserted: [PlacedID<Place, ID>]
  /// The elements that moved, ascending by `from`.
  public var moved: [ListMove<Place>]
  /// The elements that changed without moving, ascending by `old`.
  public var updated: [ListUpdate<Place>]
  /// Elements that got another identifier, in the order of the list. Each is in ``moved`` or ``updated`` too, without
  /// keys when nothing else of it changed.
  public var renamed: [ListRenaming<ID>]

  /// Makes changes from their parts, each in the order that its property has. Nothing is sorted or checked.
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

  /// Whether nothing changed. A renamed element is moved or updated, too.
  @inlinable
  public var isEmpty: Bool { deleted.isEmpty && inserted.isEmpty && moved.isEmpty && updated.isEmpty }

  /// The number of changes. A renamed element is counted as moved or updated.
  @inlinable
  public var count: Int { deleted.count + inserted.count + moved.count + updated.count }
}
