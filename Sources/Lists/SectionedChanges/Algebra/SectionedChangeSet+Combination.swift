import OrderedRows

extension SectionedChangeSet {
  /// Combines these changes with the following ones, without needing the lists.
  ///
  /// The result describes the step from the first to the last list. An element in both change sets has the union of
  /// their keys; these are unknown if either set's keys are. The result may not be minimal: a value that was changed
  /// and changed back is still an update. An element that these changes delete and `next` inserts again is reported as
  /// moved or updated.
  ///
  /// - Parameter next: the following changes. Their old list is the new list of these changes.
  /// - Returns: the combined changes. Old places are in the old list of these changes, new places are in the new list
  ///   of `next`.
  /// - Complexity: O(changes · log changes).
  /// - Throws: ``SectionedChangeError`` if the change sets do not fit each other: `placeNamedTwice` if one names a
  ///   place twice, `wrongElement` if a place of `next` is impossible after these changes.
  public func combined(with next: Self) throws -> Self {
    if next.isEmpty { return self }
    if isEmpty { return next }
    let (sections, items) = joined(with: next)
    return try ChangeSetBuilder(sections: sections, items: items).changeSet(counts: nil, naming: { $0 }, { $0 })
      .renaming(self, then: next)
  }

  /// Combines these changes with the following ones into the minimal change set between the first and the last list. An
  /// element that was removed and inserted again, or moved away and back, is omitted unless its revision differs.
  ///
  /// - Parameters:
  ///   - next: the following changes. Their old list is the new list of these changes.
  ///   - old: the old list of these changes.
  ///   - new: the new list of `next`.
  /// - Complexity: O(changes · log changes).
  /// - Throws: ``SectionedChangeError`` if the changes do not fit each other or the lists: `placeNamedTwice`,
  ///   `placeOutOfBounds`, `countMismatch` or `wrongElement`.
  public func combined(
    with next: Self, from old: SectionedSnapshot<SectionID, ItemID>, to new: SectionedSnapshot<SectionID, ItemID>
  ) throws -> Self {
    var (sections, items) = joined(with: next)
    try sections.settleRevisions(
      old: { $0.item < old.numberOfSections ? old.sections[$0.item].element : nil },
      new: { $0.item < new.numberOfSections ? new.sections[$0.item].element : nil })
    try items.settleRevisions(old: old.element(at:), new: new.element(at:))
    return try ChangeSetBuilder(sections: sections, items: items).changeSet(old: old.counts, new: new.counts)
      .renaming(self, then: next)
  }

  /// The elements that at least one change set names, with their places in the first and the last list.
  private func joined(with next: Self) -> (sections: EditedElements<SectionID>, items: EditedElements<ItemID>) {
    let first = PlaceMap(self)
    let second = PlaceMap(next)
    var sectionJoin = Join<SectionID>()
    sectionJoin.add(
      sections.placed, next.sections.placed,
      new: { place in second.newSection(ofOld: place.item).map(ItemPlace.init(ofSection:)) },
      old: { place in first.oldSection(ofNew: place.item).map(ItemPlace.init(ofSection:)) })
    var itemJoin = Join<ItemID>()
    var taken = items
    taken.deleted += itemsTaken
    taken.inserted += itemsBrought
    var nextTaken = next.items
    nextTaken.deleted += next.itemsTaken
    nextTaken.inserted += next.itemsBrought
    itemJoin.add(taken, nextTaken, new: second.newPlace(ofOld:), old: first.oldPlace(ofNew:))
    return (sectionJoin.elements, itemJoin.elements)
  }

  /// This combined change set with the renamings of the two change sets.
  private func renaming(_ first: Self, then second: Self) -> Self {
    var result = self
    result.sections.renamed = first.sections.renamed(
      then: second.sections, inserted: first.insertedSectionIDs, deleted: second.deletedSectionIDs)
    result.items.renamed = first.items.renamed(
      then: second.items, inserted: first.insertedItemIDs, deleted: second.deletedItemIDs)
    return result
  }
}

extension SectionedSnapshot {
  /// The item at a place; nil if the place does not exist.
  fileprivate func element(at place: ItemPlace) -> ListElement<ItemID>? {
    guard place.section < numberOfSections, place.item < numberOfItems(inSection: place.section) else { return nil }
    return self[place]
  }
}

extension ElementChanges where Place == ItemPlace {
  /// Determines from the lists whether each element changed.
  fileprivate mutating func settleRevisions<ID>(
    old: (ItemPlace) -> ListElement<ID>?, new: (ItemPlace) -> ListElement<ID>?
  ) throws where Name == ID? {
    for index in elements.indices {
      guard let before = elements[index].old, let after = elements[index].new else { continue }
      guard let was = old(before), let now = new(after) else {
        throw SectionedChangeError(
          .placeOutOfBounds, "An element is reported to go from \(before) to \(after), and was never there.")
      }
      if was == now { elements[index].clearRevision() } else { elements[index].isRevised = true }
    }
  }
}

extension ListChanges {
  /// The combined renamings of two steps, for elements that are in the first and the last list.
  fileprivate func renamed(then next: Self, inserted: [ID], deleted: [ID]) -> [ListRenaming<ID>] {
    if renamed.isEmpty, next.renamed.isEmpty { return [] }
    let (inserted, deleted) = (Set(inserted), Set(deleted))
    var later = Dictionary(next.renamed.map { ($0.old, $0.new) }) { first, _ in first }
    var result = renamed.compactMap { renaming -> ListRenaming<ID>? in
      if deleted.contains(renaming.new) { return nil }
      return ListRenaming(old: renaming.old, new: later.removeValue(forKey: renaming.new) ?? renaming.new)
    }
    result += next.renamed.filter { later[$0.old] != nil && !inserted.contains($0.old) }
    return result.filter { $0.old != $0.new }
  }
}

extension ItemPlace {
  /// The place that represents a section: an item in a section 0.
  @inlinable
  init(ofSection section: Int) { self.init(section: 0, item: section) }
}

extension ListChanges where Place == Int {
  /// The same changes, with each section represented as an item in a section 0.
  fileprivate var placed: ListChanges<ItemPlace, ID> {
    ListChanges<ItemPlace, ID>(
      deleted: deleted.map { PlacedID(ItemPlace(ofSection: $0.place), $0.id) },
      inserted: inserted.map { PlacedID(ItemPlace(ofSection: $0.place), $0.id) },
      moved: moved.map { ListMove(from: .init(ofSection: $0.from), to: .init(ofSection: $0.to), keys: $0.keys) },
      updated: updated.map { ListUpdate(old: .init(ofSection: $0.old), new: .init(ofSection: $0.new), keys: $0.keys) },
      renamed: renamed)
  }
}

/// Combines two steps of one level into the input of a builder.
private struct Join<ID: Hashable & Sendable> {
  private(set) var elements = EditedElements<ID>()

  /// Adds the changes of both steps, with the places before the first and after the second.
  ///
  /// - Parameters:
  ///   - new: returns the place after the second step for a place between the steps.
  ///   - old: returns the place before the first step for a place between the steps.
  mutating func add(
    _ first: ListChanges<ItemPlace, ID>, _ second: ListChanges<ItemPlace, ID>,
    new: (ItemPlace) -> ItemPlace?, old: (ItemPlace) -> ItemPlace?
  ) {
    // The keys and identifiers in the second step, by the place between the steps.
    var keysOfSecond: [ItemPlace: Set<String>?] = [:]
    for move in second.moved { keysOfSecond[move.from] = .some(move.keys) }
    for update in second.updated { keysOfSecond[update.old] = .some(update.keys) }
    var idsOfSecond: [ItemPlace: ID] = [:]
    for deletion in second.deleted { idsOfSecond[deletion.place] = deletion.id }
    var reinserted: [ID: ItemPlace] = [:]
    for insertion in second.inserted { reinserted[insertion.id] = insertion.place }
    var seen: Set<ItemPlace> = []
    // An element that the first step inserted gets its identifier from the last list. An element that the second step
    // deleted gets its identifier from the first list.
    let later = Dictionary(second.renamed.map { ($0.old, $0.new) }) { first, _ in first }
    let earlier = Dictionary(first.renamed.map { ($0.new, $0.old) }) { first, _ in first }

    func union(_ keys: Set<String>?, at place: ItemPlace) -> Set<String>? {
      guard let laterKeys = keysOfSecond[place] else { return keys }
      guard let keys, let laterKeys else { return nil }
      return keys.union(laterKeys)
    }
    for deletion in first.deleted {
      let again = reinserted.removeValue(forKey: deletion.id)
      elements.append(deletion.id, old: deletion.place, new: again, isRevised: true, keys: nil)
    }
    for insertion in first.inserted {
      seen.insert(insertion.place)
      let id = later[insertion.id] ?? insertion.id
      elements.append(id, old: nil, new: new(insertion.place), isRevised: true, keys: nil)
    }
    let survivors =
      first.moved.map { ($0.from, $0.to, $0.keys) } + first.updated.map { ($0.old, $0.new, $0.keys) }
    for (from, between, keys) in survivors {
      seen.insert(between)
      elements.append(
        idsOfSecond[between].map { earlier[$0] ?? $0 }, old: from, new: new(between), isRevised: true,
        keys: union(keys, at: between))
    }
    for deletion in second.deleted where !seen.contains(deletion.place) {
      elements.append(deletion.id, old: old(deletion.place), new: nil, isRevised: true, keys: nil)
    }
    for insertion in second.inserted where reinserted[insertion.id] != nil {
      elements.append(insertion.id, old: nil, new: insertion.place, isRevised: true, keys: nil)
    }
    let seconds =
      second.moved.map { ($0.from, $0.to, $0.keys) } + second.updated.map { ($0.old, $0.new, $0.keys) }
    for (between, to, keys) in seconds where !seen.contains(between) {
      elements.append(nil, old: old(between), new: to, isRevised: true, keys: keys)
    }
  }
}
