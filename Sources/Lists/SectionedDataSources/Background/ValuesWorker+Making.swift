import CoreData
import SectionedChanges
import SectionedFetchedResults

// The making of values for elements that the main actor requested, and for elements near them.
extension ValuesWorker {
  /// The largest number of items, and of sections, that one step answers.
  private static var most: Int { 64 }

  /// Makes the next requested values, and values near the item that was read last.
  func makeWanted(_ step: inout Step) {
    let (items, sections) = (
      parts.requests.takeItems(atMost: Self.most), parts.requests.takeSections(atMost: Self.most)
    )
    var (wanted, near) = (wantedItems(items), wantedSections(sections))
    addNeighbours(to: &wanted, &near)
    guard !wanted.isEmpty || !near.isEmpty else { return parts.requests.answered(items, sections: sections) }
    do {
      let madeItems = try makeItems(wanted.ids)
      let madeSections = try makeSections(near.ids)
      let (noItems, noSections) = (
        items.filter { madeItems[$0] == nil }, sections.filter { madeSections[$0] == nil }
      )
      if parts.requests.isInterrupted {
        parts.requests.putBack(noItems, sections: noSections)
      } else {
        // A deleted object gets no value. Its row leaves the list with a later step.
        parts.requests.answered(noItems, sections: noSections)
      }
      take(madeItems, at: wanted.places, madeSections, at: near.places, &step)
    } catch {
      parts.requests.answered(items, sections: sections)
      step.errors.append(error)
    }
  }

  /// Elements whose values are to be made, in order, with their places in the list.
  struct WantedElements<ID: Hashable, Place> {
    var ids: [ID] = []
    var places: [ID: Place] = [:]

    var isEmpty: Bool { ids.isEmpty }

    mutating func add(_ id: ID, at place: Place) {
      if places.updateValue(place, forKey: id) == nil { ids.append(id) }
    }
  }

  private func wantedItems(_ items: [NSManagedObjectID]) -> WantedElements<NSManagedObjectID, ItemPlace> {
    var wanted = WantedElements<NSManagedObjectID, ItemPlace>()
    for item in items where heldItems[item] == nil { place(of: item).map { wanted.add(item, at: $0) } }
    return wanted
  }

  private func wantedSections(_ sections: [NSManagedObjectID?]) -> WantedElements<NSManagedObjectID?, Int> {
    var wanted = WantedElements<NSManagedObjectID?, Int>()
    for section in sections where heldSections[section] == nil {
      index(of: section).map { wanted.add(section, at: $0) }
    }
    return wanted
  }

  /// The place of an item in `followed`; nil if it is not there.
  ///
  /// - Complexity: that of the fetched source; O(rows) for the first items if the controller is ahead of that source's
  ///   last step, as in an event that is under way.
  func place(of item: NSManagedObjectID) -> ItemPlace? {
    let id = ListedID(item)
    if let place = base.place(of: id), followed.item(place)?.id == id { return place }
    guard base.core.needsSettling || !isInStep else { return nil }
    return places.place(of: id, in: followed) {
      for (index, section) in followed.sections.enumerated() {
        if let item = section.items.firstIndex(where: { $0.id == id }) { return ItemPlace(section: index, item: item) }
      }
      return nil
    }
  }

  /// The index of a section in `followed`; nil if it is not there.
  func index(of section: NSManagedObjectID?) -> Int? {
    let id = ListedID(section)
    if let index = base.index(ofSection: id), index < followed.numberOfSections, followed.sections[index].id == id {
      return index
    }
    guard base.core.needsSettling || !isInStep else { return nil }
    return places.index(ofSection: id, in: followed)
  }

  /// Adds the elements on both sides of the item that was read last, except those whose values are kept.
  ///
  /// - Complexity: O(neighbours · log rows).
  private func addNeighbours(
    to items: inout WantedElements<NSManagedObjectID, ItemPlace>,
    _ sections: inout WantedElements<NSManagedObjectID?, Int>
  ) {
    guard followed.numberOfSections > 0 else { return }
    // If the item has left the list, its last place is used.
    focus = parts.requests.focus.flatMap { place(of: $0) } ?? focus
    let (middle, last) = (min(focus.section, followed.numberOfSections - 1), followed.numberOfSections - 1)
    for index in max(0, middle - parts.nearby)...min(last, middle + parts.nearby) {
      let id = followed.sections[index].id.id
      if heldSections[id] == nil { sections.add(id, at: index) }
    }
    for place in followed.places(near: focus, atMost: parts.nearby) {
      let id = followed[place].id.id
      if heldItems[id] == nil { items.add(id, at: place) }
    }
  }

  /// Records new values, and adds them to a step as updates of their rows.
  private func take(
    _ items: [NSManagedObjectID: Value], at places: [NSManagedObjectID: ItemPlace],
    _ sections: [NSManagedObjectID?: SectionValue], at indices: [NSManagedObjectID?: Int], _ step: inout Step
  ) {
    var (changedItems, changedSections): ([ItemPlace], [Int]) = ([], [])
    for (id, value) in items {
      guard let place = places[id] else { continue }
      hold(id, value, revision: followed[place].revision, &step)
      changedItems.append(place)
    }
    for (id, value) in sections {
      guard let index = indices[id] else { continue }
      hold(section: id, value, revision: followed.sections[index].element.revision, &step)
      changedSections.append(index)
    }
    changedItems += evict(keeping: items, &step)
    guard !changedItems.isEmpty || !changedSections.isEmpty else { return }
    var changes = Update.ChangeSet()
    changes.items.updated = changedItems.sorted().map { ListUpdate(old: $0, new: $0, keys: nil) }
    changes.sections.updated = changedSections.sorted().map { ListUpdate(old: $0, new: $0, keys: nil) }
    revision += 1
    let old = shown
    let new = try? changes.apply(
      to: old, sectionAt: { ListElement(old.sections[$0].id, revision: revision) },
      itemAt: { ListElement(old[$0].id, revision: revision) })
    guard let new else { return }
    shown = new
    step.updates.append(.step(from: old, to: new, changes))
  }

  /// Drops the oldest values if there are too many.
  ///
  /// - Parameter new: the values that were just made, which are kept.
  /// - Returns: the places of the rows whose values were dropped.
  private func evict(keeping new: [NSManagedObjectID: Value], _ step: inout Step) -> [ItemPlace] {
    guard heldItems.count > parts.limit else { return [] }
    // An eighth more than necessary, so that not every step has to drop values.
    let count = heldItems.count - parts.limit + parts.limit / 8
    let oldest = heldItems.filter { new[$0.key] == nil }.sorted { $0.value.number < $1.value.number }.prefix(count)
    return oldest.compactMap { id, _ in
      guard let place = place(of: id) else { return nil }
      heldItems[id] = nil
      step.items[id] = .some(nil)
      step.evicted.insert(id)
      return place
    }
  }
}
