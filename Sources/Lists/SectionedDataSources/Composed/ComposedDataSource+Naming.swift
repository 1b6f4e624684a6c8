import SectionedChanges

// The names, with occurrence numbers, of the elements that a step removes and inserts.
extension ComposedDataSource {
  /// Counts the inserted and removed elements.
  @inlinable
  func count(_ gone: [Member], _ visited: [Member], _ changes: [Int32: Changes], _ step: inout Step) {
    for member in gone {
      step.sectionsLess += member.shown.numberOfSections
      step.itemsLess += member.shown.numberOfItems
    }
    for member in visited where member.position < 0 {
      step.sectionsMore += member.snapshot.numberOfSections
      step.itemsMore += member.snapshot.numberOfItems
    }
    for (_, member) in changes {
      // A renamed element counts as removed and as inserted.
      let (sections, items) = (member.changes.sections, member.changes.items)
      step.sectionsMore += sections.inserted.count + sections.renamed.count
      step.sectionsLess += sections.deleted.count
      step.itemsMore += items.inserted.count + member.changes.itemsBrought.count + items.renamed.count
      step.itemsLess += items.deleted.count + member.changes.itemsTaken.count
    }
  }

  @inlinable
  func prepareNames(_ step: Step) {
    let slots = step.isWhole ? draft.map { $0.slot } : nil
    sectionNames.prepare(slots: slots, limit: members.count, more: step.sectionsMore, less: step.sectionsLess) { body in
      for member in shown where member.position >= 0 {
        for section in member.shown.sections { body(section.id.id, member.slot) }
      }
    }
    itemNames.prepare(slots: slots, limit: members.count, more: step.itemsMore, less: step.itemsLess) { body in
      for member in shown where member.position >= 0 {
        for section in member.shown.sections { for item in section.items { body(item.id.id, member.slot) } }
      }
    }
  }

  /// Removes the elements of a child that was removed.
  @inlinable
  func leave(_ member: Member, _ step: inout Step) {
    for (section, content) in member.shown.sections.enumerated() {
      leave(section: section, content.element, of: member, &step)
      for (item, element) in content.items.enumerated() {
        leave(element, at: ItemPlace(section: section, item: item), of: member, &step)
      }
    }
  }

  @inlinable
  func leave(
    section index: Int, _ element: ListElement<ListedID<SectionID>>, of member: Member, _ step: inout Step
  ) {
    let name = sectionNames.leave(element.id, slot: member.slot)
    step.goneSections[name] = .init(
      place: ItemPlace(section: 0, item: starts[member.position] + index), revision: element.revision)
  }

  /// Removes an item of a child.
  ///
  /// - Parameter place: the place of the item in the child's list as of the last step.
  @inlinable
  func leave(
    _ element: ListElement<ListedID<ItemID>>, at place: ItemPlace, of member: Member, _ step: inout Step
  ) {
    let name = itemNames.leave(element.id, slot: member.slot)
    if name != element.id { count(-1, place.section, of: member.shown, member.slot) }
    step.goneItems[name] = .init(
      place: ItemPlace(section: starts[member.position] + place.section, item: place.item), revision: element.revision)
  }

  /// Inserts the elements of a new child.
  @inlinable
  func enter(_ member: Member, _ step: inout Step) {
    for (section, content) in member.snapshot.sections.enumerated() {
      enter(section: section, content.element, of: member, &step)
      if !content.items.isEmpty { step.edited.insert(step.starts[member.nextPosition] + section) }
      for (item, element) in content.items.enumerated() {
        enter(element, at: ItemPlace(section: section, item: item), of: member, &step)
      }
    }
  }

  /// Inserts the new elements of a child that stays.
  @inlinable
  func enter(_ member: Member, _ changes: Changes, _ step: inout Step) {
    let now = member.snapshot
    for index in changes.cameSections.sorted() {
      guard let element = now.section(index) else { return step.isBroken = true }
      enter(section: index, element, of: member, &step)
    }
    for place in changes.cameItems.sorted() {
      guard let element = now.item(place) else { return step.isBroken = true }
      enter(element, at: place, of: member, &step)
    }
  }

  @inlinable
  func enter(
    section index: Int, _ element: ListElement<ListedID<SectionID>>, of member: Member, _ step: inout Step
  ) {
    let key = element.id
    if key.occurrence == 0 { step.newSections.remove(.init(slot: member.slot, id: key.id)) }
    let newSections = step.newSections
    let name = sectionNames.come(key, slot: member.slot) { slot in
      guard let other = members[Int(slot)], other.nextPosition >= 0, slot != member.slot || key.occurrence != 0,
        let its = other.child.indexOf(ListedID(key.id))
      else { return false }
      if other.position >= 0 { return !newSections.contains(.init(slot: slot, id: key.id)) }
      return slot == member.slot ? its < index : other.nextPosition < member.nextPosition
    }
    if step.isFirst { return }
    let gone = step.goneSections.removeValue(forKey: name)
    step.builder.touchSection(
      name, old: gone?.place.item, new: step.starts[member.nextPosition] + index,
      isRevised: gone.map { $0.revision != element.revision } ?? false)
  }

  /// Inserts an item of a child.
  ///
  /// - Parameter place: the place of the item in the child's current list.
  @inlinable
  func enter(
    _ element: ListElement<ListedID<ItemID>>, at place: ItemPlace, of member: Member, _ step: inout Step
  ) {
    let key = element.id
    if key.occurrence == 0, !step.newItems.isEmpty { step.newItems.remove(.init(slot: member.slot, id: key.id)) }
    let newItems = step.newItems
    let name = itemNames.come(key, slot: member.slot) { slot in
      guard let other = members[Int(slot)], other.nextPosition >= 0, slot != member.slot || key.occurrence != 0,
        let its = other.child.placeOf(ListedID(key.id))
      else { return false }
      if other.position >= 0 { return !newItems.contains(.init(slot: slot, id: key.id)) }
      return slot == member.slot ? its < place : other.nextPosition < member.nextPosition
    }
    if name != key { count(1, place.section, of: member.snapshot, member.slot) }
    if step.isFirst { return }
    let gone = step.goneItems.isEmpty ? nil : step.goneItems.removeValue(forKey: name)
    step.builder.touchItem(
      name, old: gone?.place,
      new: ItemPlace(section: step.starts[member.nextPosition] + place.section, item: place.item),
      isRevised: gone.map { $0.revision != element.revision } ?? false)
  }

  /// Changes the number of items of a section whose occurrence number differs from that in their child.
  @inlinable
  func count(_ change: Int, _ section: Int, of snapshot: Snapshot, _ slot: Int32) {
    guard let element = snapshot.section(section) else { return }
    let ref = ChildSection(slot: slot, key: element.id)
    let count = renumbered[ref, default: 0] + change
    renumbered[ref] = count == 0 ? nil : count
  }
}
