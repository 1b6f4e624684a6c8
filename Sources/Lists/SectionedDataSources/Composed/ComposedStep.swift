import SectionedChanges

/// The state of a composed source's step while it is being made.
@usableFromInline
struct ComposedStep<SectionID: Hashable & Sendable, ItemID: Hashable & Sendable> {
  /// An element that left its child: its place in the composed list before the step, and its revision.
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

  /// An element that was inserted into a child that stays.
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
  /// The sections that left their children, by the names that they had.
  @usableFromInline
  var goneSections: [ListedID<SectionID>: Gone] = [:]
  @usableFromInline
  var goneItems: [ListedID<ItemID>: Gone] = [:]
  /// The sections that were inserted into children that stay, and have no name yet. A lookup in such a child already
  /// finds them, so this set distinguishes them from older sections.
  @usableFromInline
  var newSections: Set<Newcomer<SectionID>> = []
  @usableFromInline
  var newItems: Set<Newcomer<ItemID>> = []
  /// The new indices of the sections whose items were edited.
  @usableFromInline
  var edited: Set<Int> = []
  /// The index of the first section of each child after the step, followed by the number of sections.
  @usableFromInline
  var starts: ContiguousArray<Int> = []
  /// Whether no changes are recorded, because the list was empty before or is built again.
  @usableFromInline
  var isFirst = false
  /// Whether all children are settled at the end of the step, and not only the visited ones.
  @usableFromInline
  var isWhole = false
  /// Whether a change set of a child did not fit its list.
  @usableFromInline
  var isBroken = false

  /// Upper bounds of the numbers of inserted and removed elements.
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

/// The changes of a child that stays.
@usableFromInline
struct MemberChanges<SectionID: Hashable & Sendable, ItemID: Hashable & Sendable> {
  @usableFromInline
  typealias ChangeSet = SectionedChangeSet<ListedID<SectionID>, ListedID<ItemID>>

  @usableFromInline
  let changes: ChangeSet
  /// The mapping of section indices; nil if no section was inserted, removed or moved.
  @usableFromInline
  let map: PlaceMap?
  /// The new places of the elements that were inserted or renamed.
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
