/// The places of a change set without its identifiers, which the checks do not need.
@usableFromInline
struct NamedChanges {
  @usableFromInline var sections = Level<Int>()
  @usableFromInline var items = Level<ItemPlace>()
  @usableFromInline var taken: [ItemPlace] = []
  @usableFromInline var brought: [ItemPlace] = []

  /// The places of sections or of items. Each array is in the change set's order.
  @usableFromInline
  struct Level<Place> {
    @usableFromInline var deleted: [Place] = []
    @usableFromInline var inserted: [Place] = []
    @usableFromInline var moved: [(from: Place, to: Place)] = []
    @usableFromInline var updated: [(old: Place, new: Place)] = []

    @inlinable
    init() {}

    @inlinable
    init<ID>(_ changes: ListChanges<Place, ID>) {
      deleted = changes.deleted.map { $0.place }
      inserted = changes.inserted.map { $0.place }
      moved = changes.moved.map { ($0.from, $0.to) }
      updated = changes.updated.map { ($0.old, $0.new) }
    }
  }

  @inlinable
  init<SectionID, ItemID>(_ changes: SectionedChangeSet<SectionID, ItemID>) {
    sections = Level(changes.sections)
    items = Level(changes.items)
    taken = changes.itemsTaken.map { $0.place }
    brought = changes.itemsBrought.map { $0.place }
  }
}
