import OrderedRows

/// Divides a change set into the stages A to D of an ``UpdatePlan``.
///
/// A *leaving* section is a deleted section from which items move to other sections, so it cannot be deleted before
/// stage D. "A's list" is the list after stage A. "B's list" is the list after stage B; stage C does not change its
/// sections.
@usableFromInline
struct PlanStages<SectionID: Hashable & Sendable, ItemID: Hashable & Sendable> {
  @usableFromInline typealias Changes = SectionedChangeSet<SectionID, ItemID>
  @usableFromInline typealias Stage = UpdatePlan<SectionID, ItemID>.Stage

  @usableFromInline let changes: Changes
  @usableFromInline let new: NewOutline<SectionID, ItemID>

  @inlinable
  init(_ changes: Changes, new: NewOutline<SectionID, ItemID>) {
    self.changes = changes
    self.new = new
  }

  @inlinable
  func stages() throws -> [Stage] {
    if changes.isLegalInOneBatch {
      var structure = changes
      structure.sections.updated = []
      structure.items.updated = []
      structure.sections.renamed = []
      structure.items.renamed = []
      return stages([(structure, Changes())])
    }
    let leaving = Set(changes.items.moved.map { $0.from.section }).intersection(
      changes.sections.deleted.map { $0.place })
    let deletions = deletions(leaving: leaving)
    let afterA = try remaining(after: deletions, leaving: leaving)
    let middle = SectionsWhileItemsMove(afterA)
    let afterB = middle.remaining(of: afterA)
    let afterC = Changes(sections: ListChanges(deleted: afterB.sections.deleted))
    return stages([
      (deletions, afterA),
      (middle.sectionStage(of: afterA), afterB),
      (middle.itemStage(of: afterB), afterC),
      (afterC, Changes()),
    ])
  }

  @inlinable
  func stages(_ parts: [(changes: Changes, remaining: Changes)]) -> [Stage] {
    parts.compactMap { part in
      guard !part.changes.isEmpty else { return nil }
      return Stage(changes: part.changes, after: StageModel(remaining: part.remaining, new: new))
    }
  }

  /// The changes of stage A.
  @inlinable
  func deletions(leaving: Set<Int>) -> Changes {
    var result = Changes()
    result.sections.deleted = changes.sections.deleted.filter { !leaving.contains($0.place) }
    result.items.deleted = changes.merged(
      changes.items.deleted, changes.itemsTaken.filter { leaving.contains($0.place.section) })
    result.itemsTaken = changes.itemsTaken.filter { !leaving.contains($0.place.section) }
    return result
  }

  /// The changes from A's list to the new list.
  @inlinable
  func remaining(after deletions: Changes, leaving: Set<Int>) throws -> Changes {
    let map = PlaceMap(deletions)
    func index(_ section: Int) throws -> Int {
      if let index = map.newSection(ofOld: section) { return index }
      throw SectionedChangeError(.placeNamedTwice, "Section \(section) is both deleted and moved.")
    }
    func place(_ old: ItemPlace) throws -> ItemPlace {
      if let place = map.newPlace(ofOld: old) { return place }
      throw SectionedChangeError(.placeNamedTwice, "The item at \(old) is both deleted and moved.")
    }
    var result = Changes()
    result.sections.deleted = try changes.sections.deleted.filter { leaving.contains($0.place) }
      .map { PlacedID(try index($0.place), $0.id) }
    result.sections.inserted = changes.sections.inserted
    result.sections.moved = try changes.sections.moved.map {
      ListMove(from: try index($0.from), to: $0.to, keys: $0.keys)
    }
    result.items.inserted = changes.items.inserted
    result.items.moved = try changes.items.moved.map { ListMove(from: try place($0.from), to: $0.to, keys: $0.keys) }
    result.itemsBrought = changes.itemsBrought
    return result
  }
}

/// The order of sections in B's list. It is the order of the new list, in which each leaving section follows the
/// nearest section before it that stays.
@usableFromInline
struct SectionsWhileItemsMove {
  /// The indices of the leaving sections in A's list, sorted.
  @usableFromInline let leaving: [Int]
  /// For each leaving section, the new index of the section before it; -1 if there is none. Sorted.
  @usableFromInline let anchors: [Int]
  /// Maps indices of sections in A's list to new indices.
  @usableFromInline let map: PlaceMap

  @inlinable
  init<S, I>(_ afterA: SectionedChangeSet<S, I>) {
    map = PlaceMap(afterA)
    leaving = afterA.sections.deleted.map { $0.place }
    let left = (leaving + afterA.sections.moved.map { $0.from }).sorted()
    let came = GapList(
      places: (afterA.sections.inserted.map { $0.place } + afterA.sections.moved.map { $0.to }).sorted()
        .map(ItemPlace.init(ofSection:)))
    anchors = leaving.map { section in
      let staying = section - left.partitionPoint { $0 >= section }
      return staying == 0 ? -1 : came.item(ofRank: staying - 1, inSection: 0)
    }
  }

  /// The index in B's list of a section of the new list.
  @usableFromInline
  func index(ofNew section: Int) -> Int { section + anchors.partitionPoint { $0 >= section } }

  /// The index in B's list of a leaving section.
  @usableFromInline
  func index(ofLeaving number: Int) -> Int { anchors[number] + 1 + number }

  /// The index in B's list of a section of A's list.
  @usableFromInline
  func index(ofSectionInA section: Int) -> Int {
    if let new = map.newSection(ofOld: section) { return index(ofNew: new) }
    return index(ofLeaving: leaving.partitionPoint { $0 >= section })
  }

  @inlinable
  func place(ofNew place: ItemPlace) -> ItemPlace {
    ItemPlace(section: index(ofNew: place.section), item: place.item)
  }

  /// The changes of stage B, from A's list to B's list.
  @inlinable
  func sectionStage<S, I>(of afterA: SectionedChangeSet<S, I>) -> SectionedChangeSet<S, I> {
    var result = SectionedChangeSet<S, I>()
    result.sections.inserted = afterA.sections.inserted.map { PlacedID(index(ofNew: $0.place), $0.id) }
    result.sections.moved = afterA.sections.moved.map {
      ListMove(from: $0.from, to: index(ofNew: $0.to), keys: $0.keys)
    }
    // Items that move in are inserted later, so the brought items have lower indices now.
    let movedIn = GapList(places: afterA.items.moved.map { $0.to }.sorted())
    result.itemsBrought = afterA.itemsBrought.map { brought in
      let item = movedIn.rank(of: brought.place) ?? brought.place.item
      return PlacedID(ItemPlace(section: index(ofNew: brought.place.section), item: item), brought.id)
    }
    return result
  }

  /// The changes from B's list to the new list.
  @inlinable
  func remaining<S, I>(of afterA: SectionedChangeSet<S, I>) -> SectionedChangeSet<S, I> {
    var result = SectionedChangeSet<S, I>()
    result.sections.deleted = afterA.sections.deleted.enumerated().map { PlacedID(index(ofLeaving: $0), $1.id) }
    result.items.inserted = afterA.items.inserted
    result.items.moved = afterA.items.moved.map { move in
      let from = ItemPlace(section: index(ofSectionInA: move.from.section), item: move.from.item)
      return ListMove(from: from, to: move.to, keys: move.keys)
    }.sorted { $0.from < $1.from }
    return result
  }

  /// The changes of stage C, which put all items of B's list into place.
  @inlinable
  func itemStage<S, I>(of afterB: SectionedChangeSet<S, I>) -> SectionedChangeSet<S, I> {
    var result = SectionedChangeSet<S, I>()
    result.items.inserted = afterB.items.inserted.map { PlacedID(place(ofNew: $0.place), $0.id) }
    result.items.moved = afterB.items.moved.map { ListMove(from: $0.from, to: place(ofNew: $0.to), keys: $0.keys) }
    return result
  }
}
