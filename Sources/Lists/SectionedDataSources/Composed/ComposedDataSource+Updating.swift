import OrderedRows
import SectionedChanges

// The changes of the children that stay in a step, and the resulting list.
extension ComposedDataSource {
  /// Removes the elements that left a child, and records those that moved or were updated.
  @inlinable
  func update(_ member: Member, _ changes: inout Changes?, _ step: inout Step) {
    if var known = changes {
      updateSections(of: member, &known, &step)
      updateItems(of: member, &known, &step)
      changes = known
    }
    guard member.isMoved else { return }
    var named = Set(changes?.cameSections ?? [])
    for move in changes?.changes.sections.moved ?? [] { named.insert(move.to) }
    for update in changes?.changes.sections.updated ?? [] { named.insert(update.new) }
    for (index, section) in member.snapshot.sections.enumerated() where !named.contains(index) {
      guard let old = changes.map({ $0.oldSection(ofNew: index) }) ?? index else { continue }
      step.builder.touchSection(
        sectionNames.name(section.id, slot: member.slot), old: starts[member.position] + old,
        new: step.starts[member.nextPosition] + index)
    }
  }

  @inlinable
  func updateSections(of member: Member, _ changes: inout Changes, _ step: inout Step) {
    let (old, now, sections) = (member.shown, member.snapshot, changes.changes.sections)
    for deleted in sections.deleted {
      guard let element = old.section(deleted.place) else { return step.isBroken = true }
      leave(section: deleted.place, element, of: member, &step)
    }
    let touched =
      sections.moved.map { ($0.from, $0.to, $0.keys, $0.keys != []) }
      + sections.updated.map { ($0.old, $0.new, $0.keys, true) }
    for (from, to, keys, isRevised) in touched {
      guard let before = old.section(from), let after = now.section(to) else { return step.isBroken = true }
      if before.id == after.id {
        step.builder.touchSection(
          sectionNames.name(after.id, slot: member.slot), old: starts[member.position] + from,
          new: step.starts[member.nextPosition] + to,
          isRevised: isRevised, keys: keys)
      } else {
        leave(section: from, before, of: member, &step)
        changes.cameSections.append(to)
      }
    }
    for index in changes.cameSections {
      if let element = now.section(index), element.id.occurrence == 0 {
        step.newSections.insert(.init(slot: member.slot, id: element.id.id))
      }
    }
  }

  @inlinable
  func updateItems(of member: Member, _ changes: inout Changes, _ step: inout Step) {
    let (old, now, items) = (member.shown, member.snapshot, changes.changes.items)
    for place in items.deleted.map(\.place) + changes.changes.itemsTaken.map(\.place) {
      guard let element = old.item(place) else { return step.isBroken = true }
      leave(element, at: place, of: member, &step)
      noteEdit(ofOld: place.section, of: member, changes, &step)
    }
    let touched =
      items.moved.map { ($0.from, $0.to, $0.keys, $0.keys != []) }
      + items.updated.map { ($0.old, $0.new, $0.keys, true) }
    for (from, to, keys, isRevised) in touched {
      guard let before = old.item(from), let after = now.item(to) else { return step.isBroken = true }
      noteEdit(ofOld: from.section, of: member, changes, &step)
      step.edited.insert(step.starts[member.nextPosition] + to.section)
      guard before.id == after.id else {
        leave(before, at: from, of: member, &step)
        changes.cameItems.append(to)
        continue
      }
      let name = itemNames.name(after.id, slot: member.slot)
      if name != after.id {
        count(-1, from.section, of: old, member.slot)
        count(1, to.section, of: now, member.slot)
      }
      step.builder.touchItem(
        name, old: ItemPlace(section: starts[member.position] + from.section, item: from.item),
        new: ItemPlace(section: step.starts[member.nextPosition] + to.section, item: to.item), isRevised: isRevised,
        keys: keys)
    }
    for place in changes.cameItems {
      step.edited.insert(step.starts[member.nextPosition] + place.section)
      if let element = now.item(place), element.id.occurrence == 0 {
        step.newItems.insert(.init(slot: member.slot, id: element.id.id))
      }
    }
  }

  @inlinable
  func noteEdit(ofOld section: Int, of member: Member, _ changes: Changes, _ step: inout Step) {
    if let new = changes.newSection(ofOld: section) { step.edited.insert(step.starts[member.nextPosition] + new) }
  }
}

extension ComposedDataSource {
  /// The child that has a section after the step, and the section's index in it.
  @inlinable
  func next(_ section: Int, _ step: Step) -> (member: Member, section: Int) {
    let position = step.starts.partitionPoint { $0 > section } - 1
    return (draft[position], section - step.starts[position])
  }

  @inlinable
  func sectionElement(_ index: Int, _ step: Step) -> ListElement<ListedID<SectionID>> {
    let (member, local) = next(index, step)
    var element = member.snapshot.sections[local].element
    element.id = sectionNames.name(element.id, slot: member.slot)
    return element
  }

  @inlinable
  func itemElement(_ place: ItemPlace, _ step: Step) -> ListElement<ListedID<ItemID>> {
    let (member, local) = next(place.section, step)
    var element = member.snapshot[ItemPlace(section: local, item: place.item)]
    element.id = itemNames.name(element.id, slot: member.slot)
    return element
  }

  /// Replaces the trees of items in edited sections by the children's own trees, so that both lists share them.
  /// Sections with items that have another name than in their child keep their trees.
  @inlinable
  func sharing(_ snapshot: Snapshot, _ step: Step) -> Snapshot {
    var replaced: [(index: Int, element: Snapshot.Section)] = []
    for index in step.edited.sorted() {
      let (member, local) = next(index, step)
      let section = member.snapshot.sections[local]
      if renumbered[ChildSection(slot: member.slot, key: section.id)] != nil { continue }
      replaced.append((index, Snapshot.Section(snapshot.sections[index].element, items: section.items)))
    }
    return Snapshot(sections: snapshot.sections.editing(replaced: replaced))
  }

  /// Builds the list from the children.
  @inlinable
  func builtSnapshot(_ step: Step) -> Snapshot {
    var sections: ContiguousArray<Snapshot.Section> = []
    sections.reserveCapacity(step.starts[step.starts.count - 1])
    for member in draft {
      for section in member.snapshot.sections {
        var element = section.element
        element.id = sectionNames.name(element.id, slot: member.slot)
        var items = section.items
        if renumbered[ChildSection(slot: member.slot, key: section.id)] != nil {
          items = ChunkedArray(
            items.map { ListElement(itemNames.name($0.id, slot: member.slot), revision: $0.revision) })
        }
        sections.append(Snapshot.Section(element, items: items))
      }
    }
    return Snapshot(sections: sections)
  }
}
