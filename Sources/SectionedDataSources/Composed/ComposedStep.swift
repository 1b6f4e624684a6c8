import SectionedChanges

/// What a step of a composed source gathers.
@usableFromInline
struct ComposedStep<SectionID: Hashable & Sendable, ItemID: Hashable & Sendable> {
  /// An element that left its child: where it was in the composed list, and as what.
  @usableFromInline
  struct Gone {
    @usableFromInline
    let place: ItemPlace
    @usableFromInline
    let revision: Int

    @inlinable
    init(place: ItemPlace, revision: Int) {
      self.place = place
      self.revision = revision
    }
  }

  /// An element that came to a child that had others before.
  @usableFromInline
  struct Newcomer<ID: Hashable & Sendable>: Hashable {
    @usableFromInline
    let slot: Int32
    @usableFromInline
    let id: ID

    @inlinable
    init(slot: Int32, id: ID) {
      self.slot = slot
      self.id = id
    }
  }

  @usableFromInline
  var builder = ChangeSetBuilder<ListedID<SectionID>, ListedID<ItemID>>()
  /// By the names that are free now.
  @usableFromInline
  var goneSections: [ListedID<SectionID>: Gone] = [:]
  @usableFromInline
  var goneItems: [ListedID<ItemID>: Gone] = [:]
  /// What came to children that stay, and has no name yet. A child answers for them as for those that it had.
  @usableFromInline
  var newSections: Set<Newcomer<SectionID>> = []
  @usableFromInline
  var newItems: Set<Newcomer<ItemID>> = []
  /// Sections after the step whose items were edited.
  @usableFromInline
  var edited: Set<Int> = []
  /// The first section of each child after the step, and behind the last one the number of sections.
  @usableFromInline
  var starts: ContiguousArray<Int> = []
  /// Whether nothing was shown before, so that no change need be recorded.
  @usableFromInline
  var isFirst = false
  /// Whether all children are settled at its end.
  @usableFromInline
  var isWhole = false
  /// Whether a change set of a child did not fit what it showed.
  @usableFromInline
  var isBroken = false

  /// How much comes and leaves, at most.
  @usableFromInline
  var sectionsMore = 0
  @usableFromInline
  var sectionsLess = 0
  @usableFromInline
  var itemsMore = 0
  @usableFromInline
  var itemsLess = 0

  @inlinable
  init() {}
}

/// What a child did, as far as it stays.
@usableFromInline
struct MemberChanges<SectionID: Hashable & Sendable, ItemID: Hashable & Sendable> {
  @usableFromInline
  typealias ChangeSet = SectionedChangeSet<ListedID<SectionID>, ListedID<ItemID>>

  @usableFromInline
  let changes: ChangeSet
  /// nil where sections neither came nor left nor moved.
  @usableFromInline
  let map: PlaceMap?
  /// Elements that came, or have another identifier, by their new places.
  @usableFromInline
  var cameSections: [Int]
  @usableFromInline
  var cameItems: [ItemPlace]

  @inlinable
  init(_ changes: ChangeSet) {
    self.changes = changes
    let sections = changes.sections
    map = sections.inserted.isEmpty && sections.deleted.isEmpty && sections.moved.isEmpty ? nil : PlaceMap(changes)
    cameSections = sections.inserted.map(\.place)
    cameItems = (changes.items.inserted + changes.itemsBrought).map(\.place)
  }

  @inlinable
  func newSection(ofOld old: Int) -> Int? { map.map { $0.newSection(ofOld: old) } ?? old }
  @inlinable
  func oldSection(ofNew new: Int) -> Int? { map.map { $0.oldSection(ofNew: new) } ?? new }
}
