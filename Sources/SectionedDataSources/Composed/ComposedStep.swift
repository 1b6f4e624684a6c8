import SectionedChanges

/// What a step of a composed source gathers.
struct ComposedStep<SectionID: Hashable & Sendable, ItemID: Hashable & Sendable> {
  /// An element that left its child: where it was in the composed list, and as what.
  struct Gone {
    let place: ItemPlace
    let revision: Int
  }

  /// An element that came to a child that had others before.
  struct Newcomer<ID: Hashable & Sendable>: Hashable {
    let slot: Int32
    let id: ID
  }

  var builder = ChangeSetBuilder<ListedID<SectionID>, ListedID<ItemID>>()
  /// By the names that are free now.
  var goneSections: [ListedID<SectionID>: Gone] = [:]
  var goneItems: [ListedID<ItemID>: Gone] = [:]
  /// What came to children that stay, and has no name yet. A child answers for them as for those that it had.
  var newSections: Set<Newcomer<SectionID>> = []
  var newItems: Set<Newcomer<ItemID>> = []
  /// Sections after the step whose items were edited.
  var edited: Set<Int> = []
  /// The first section of each child after the step, and behind the last one the number of sections.
  var starts: ContiguousArray<Int> = []
  /// Whether nothing was shown before, so that no change need be recorded.
  var isFirst = false
  /// Whether all children are settled at its end.
  var isWhole = false
  /// Whether a change set of a child did not fit what it showed.
  var isBroken = false

  /// How much comes and leaves, at most.
  var sectionsMore = 0
  var sectionsLess = 0
  var itemsMore = 0
  var itemsLess = 0
}

/// What a child did, as far as it stays.
struct MemberChanges<SectionID: Hashable & Sendable, ItemID: Hashable & Sendable> {
  typealias ChangeSet = SectionedChangeSet<ListedID<SectionID>, ListedID<ItemID>>

  let changes: ChangeSet
  /// nil where sections neither came nor left nor moved.
  let map: PlaceMap?
  /// Elements that came, or have another identifier, by their new places.
  var cameSections: [Int]
  var cameItems: [ItemPlace]

  init(_ changes: ChangeSet) {
    self.changes = changes
    let sections = changes.sections
    map = sections.inserted.isEmpty && sections.deleted.isEmpty && sections.moved.isEmpty ? nil : PlaceMap(changes)
    cameSections = sections.inserted.map(\.place)
    cameItems = (changes.items.inserted + changes.itemsBrought).map(\.place)
  }

  func newSection(ofOld old: Int) -> Int? { map.map { $0.newSection(ofOld: old) } ?? old }
  func oldSection(ofNew new: Int) -> Int? { map.map { $0.oldSection(ofNew: new) } ?? new }
}
