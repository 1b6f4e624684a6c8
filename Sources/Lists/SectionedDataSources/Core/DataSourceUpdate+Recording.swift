import SectionedChanges

// For sources that show all elements of their base, and additional ones.
extension DataSourceUpdate {
  /// The sections that the step inserts, deletes, moves or updates, or in which it inserts, deletes or moves items,
  /// with their indices in the old list and in the new one.
  ///
  /// - Complexity: O(changes · log changes).
  var touchedSections: [ListedID<SectionID>: (old: Int?, new: Int?)] {
    let (old, new, changes) = (old, new, changes)
    let map = PlaceMap(changes)
    var touched: [ListedID<SectionID>: (old: Int?, new: Int?)] = [:]
    func touch(old index: Int) { touched[old.sections[index].id] = (index, map.newSection(ofOld: index)) }
    func touch(new index: Int) { touched[new.sections[index].id] = (map.oldSection(ofNew: index), index) }
    for section in changes.sections.deleted { touch(old: section.place) }
    for section in changes.sections.inserted { touch(new: section.place) }
    for change in changes.sections.updated { touch(new: change.new) }
    for move in changes.sections.moved { touch(new: move.to) }
    for item in changes.items.deleted { touch(old: item.place.section) }
    for item in changes.items.inserted { touch(new: item.place.section) }
    for move in changes.items.moved {
      touch(old: move.from.section)
      touch(new: move.to.section)
    }
    return touched
  }
}

extension ChangeSetBuilder {
  /// Records the changes of another source's step. The step must not rename elements (`SectionedChangeSet.renames`).
  ///
  /// - Parameters:
  ///   - update: the step.
  ///   - name: returns the name in this change set of a section of the other source.
  ///   - itemName: returns the name in this change set of an item of the other source.
  /// - Complexity: O(changes · log rows).
  mutating func record<BaseSectionID, BaseItemID>(
    _ update: DataSourceUpdate<BaseSectionID, BaseItemID>, section name: (ListedID<BaseSectionID>) -> SectionID,
    item itemName: (ListedID<BaseItemID>) -> ItemID
  ) {
    let (old, new, changes) = (update.old, update.new, update.changes)
    for section in changes.sections.deleted { touchSection(name(section.id), old: section.place, new: nil) }
    for section in changes.sections.inserted { touchSection(name(section.id), old: nil, new: section.place) }
    func section(_ from: Int, _ to: Int, _ keys: Set<String>?) {
      let element = new.sections[to].element
      touchSection(
        name(element.id), old: from, new: to, isRevised: element.revision != old.sections[from].element.revision,
        keys: keys)
    }
    for move in changes.sections.moved { section(move.from, move.to, move.keys) }
    for change in changes.sections.updated { section(change.old, change.new, change.keys) }
    for item in changes.items.deleted + changes.itemsTaken { touchItem(itemName(item.id), old: item.place, new: nil) }
    for item in changes.items.inserted + changes.itemsBrought {
      touchItem(itemName(item.id), old: nil, new: item.place)
    }
    func item(_ from: ItemPlace, _ to: ItemPlace, _ keys: Set<String>?) {
      let element = new[to]
      touchItem(
        itemName(element.id), old: from, new: to, isRevised: element.revision != old[from].revision, keys: keys)
    }
    for move in changes.items.moved { item(move.from, move.to, move.keys) }
    for change in changes.items.updated { item(change.old, change.new, change.keys) }
  }
}

extension SectionedChangeSet {
  /// Whether the identifier of an element changed.
  var renames: Bool { !items.renamed.isEmpty || !sections.renamed.isEmpty }
}
