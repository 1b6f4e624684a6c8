import OrderedRows
import SectionedChanges

extension ListEngine {
  /// Applies an event's edit to the lists.
  ///
  /// - Returns: the elements of the shown list that may have changed, with their old and new places.
  /// - Complexity: see ``ListEngine``.
  /// - Throws: `ListMismatch` if the edit does not fit these lists. The engine is then unusable and must be built
  ///   again.
  package func apply(_ edit: ListEdit<Token>) throws -> ListTransition<Token> {
    version.settle()
    if let transition = try applyOne(edit) { return transition }
    let old = version
    // Every old place is read before anything changes.
    var oldPlaces: [ItemPlace?] = []
    oldPlaces.reserveCapacity(edit.items.count)
    var concerned: Set<Int32> = []
    let needsConcerned = version.policies.hasLimits || !version.policies.showsEmptySections
    for item in edit.items {
      oldPlaces.append(try oldPlace(of: item.name, at: item.old))
      if needsConcerned, let old = item.old { concerned.insert(slots[Int(groupOrder[old.section])]) }
    }

    let isInPlace =
      edit.removedGroups.isEmpty && edit.newGroups.isEmpty && edit.items.elements.allSatisfy { $0.old == $0.new }
    if !isInPlace { try removeRows(edit.items.elements) }
    try removeGroups(edit.removedGroups)
    let sections = try changeSections(edit)
    for group in edit.newGroups.sorted(by: { $0.index < $1.index }) {
      guard group.index <= groupOrder.count else { throw ListMismatch.groupPlace }
      guard groupsByKey.numbers(for: group.key).isEmpty else { throw ListMismatch.repeatedKey }
      _ = makeGroup(group.key, at: group.index)
    }
    if !isInPlace { try insertRows(edit.items) }
    orderUnmatched()
    if needsConcerned {
      for item in edit.items.elements {
        if let new = item.new { concerned.insert(slots[Int(groupOrder[new.section])]) }
      }
    }

    let unmatchedFlips =
      version.policies.showsUnmatchedItems
      && (old.rowCount(of: ListVersion<Token>.unmatched) == 0)
        != (version.rowCount(of: ListVersion<Token>.unmatched) == 0)
    let shapeMayChange =
      sections.changesOrder || unmatchedFlips || !sections.concerned.isEmpty || version.policies.hasWindow
      || (!version.policies.showsEmptySections && hasFlipped(concerned, since: old))
    if shapeMayChange { reshape() }

    var transition = ListTransition(old: old, new: version)
    transition.items.reserveCapacity(edit.items.count)
    for (item, oldPlace) in zip(edit.items, oldPlaces) {
      let newPlace = item.new.flatMap { place in
        let group = groupOrder[place.section]
        return version.place(ofRow: place.item, in: group, of: slots[Int(group)])
      }
      transition.items.append(item.name, old: oldPlace, new: newPlace, isRevised: item.isRevised, keys: item.keys)
    }
    addSections(of: edit, sections, to: &transition, shapeMayChange: shapeMayChange)
    concerned = needsConcerned ? concerned.union(sections.concerned) : sections.concerned
    if version.policies.hasWindow {
      for slot in Set(old.shown).union(version.shown) where transition.showsOtherRows(slot) { concerned.insert(slot) }
    }
    // In the sections that named items left and entered, only these items have to be recorded, unless a limit hides
    // items. Then unnamed items appear or disappear there, too.
    transition.addItems(
      of: version.policies.hasLimits
        ? concerned.filter { sections.concerned.contains($0) || transition.leavesOutRows(of: $0) }
        : sections.concerned)
    transition.addUnmatched()
    freeSlots += edit.removedSections
    return transition
  }

  /// Whether one of these sections, all of them in both lists, became empty or got its first items.
  private func hasFlipped(_ concerned: Set<Int32>, since old: ListVersion<Token>) -> Bool {
    concerned.contains { (old.rowCount(of: $0) == 0) != (version.rowCount(of: $0) == 0) }
  }

  func oldPlace(of token: Token, at place: RowPlace?) throws -> ItemPlace? {
    guard let place else { return nil }
    guard self.token(at: place) == token else { throw ListMismatch.itemPlace }
    let group = groupOrder[place.section]
    return version.place(ofRow: place.item, in: group, of: slots[Int(group)])
  }

  private func removeRows(_ items: [ElementChange<RowPlace>]) throws {
    var places = items.compactMap(\.old)
    places.sort { $0 > $1 }
    for (index, place) in places.enumerated() {
      if index > 0, places[index - 1] == place { throw ListMismatch.itemPlace }
      version.rows.change(at: Int(groupOrder[place.section])) { $0.remove(at: place.item) }
    }
    rowTotal -= places.count
  }

  private func insertRows(_ items: ElementChanges<Token, RowPlace>) throws {
    var arrivals: [(place: RowPlace, token: Token)] = []
    arrivals.reserveCapacity(items.count)
    for item in items {
      if let place = item.new { arrivals.append((place, item.name)) }
    }
    arrivals.sort { $0.place < $1.place }
    for (place, token) in arrivals {
      guard place.section < groupOrder.count else { throw ListMismatch.groupPlace }
      let group = Int(groupOrder[place.section])
      guard place.item <= version.rows[group].count else { throw ListMismatch.itemPlace }
      version.rows.change(at: group) { $0.insert(token, at: place.item) }
    }
    rowTotal += arrivals.count
  }

  private func removeGroups(_ indices: [Int]) throws {
    for index in indices.sorted(by: >) {
      guard index < groupOrder.count else { throw ListMismatch.groupPlace }
      let group = groupOrder[index]
      guard version.rows[Int(group)].count == 0 else { throw ListMismatch.groupNotEmpty }
      groupOrder.remove(at: index)
      groupsByKey.remove(group, for: groupKeys[Int(group)])
      version.groups.remove(group, from: slots[Int(group)])
      if groupsByKey.numbers(for: groupKeys[Int(group)]).isEmpty { aliases[groupKeys[Int(group)]] = nil }
      freeGroups.append(group)
    }
  }

  private func addSections(
    of edit: ListEdit<Token>, _ changed: ChangedSections, to transition: inout ListTransition<Token>,
    shapeMayChange: Bool
  ) {
    var recorded: Set<Int32> = []
    func record(_ slot: Int32, isRevised: Bool, keys: Set<String>?) {
      let old = changed.isNew(slot) ? nil : transition.old.index(of: slot)
      let new = changed.isRemoved(slot) ? nil : transition.new.index(of: slot)
      if shapeMayChange { recorded.insert(slot) }
      if old == nil && new == nil { return }
      transition.sections.append(slot, .init(old: old, new: new, isRevised: isRevised, keys: keys))
    }
    for slot in edit.removedSections { record(slot, isRevised: false, keys: nil) }
    for slot in changed.new { record(slot, isRevised: false, keys: nil) }
    for touch in edit.touchedSections { record(touch.slot, isRevised: touch.isRevised, keys: touch.keys) }
    if shapeMayChange { transition.addSections(besides: recorded) }
  }
}
