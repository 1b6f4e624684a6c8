import CoreData
import SectionedChanges

extension SectionedTracker {
  /// Renames objects whose IDs became permanent, even while callbacks run, because the program already finds the
  /// objects by these IDs. The list stays the same. Also works while the list waits for the fetch after a reset,
  /// because a fetch in a callback may have come between the reset and its notification. ``reportPromoted()`` reports
  /// the renamings.
  func promote() {
    // While a switch to other lists is reported, the shown tokens are those of the previous lists.
    let previous = shownLists === lists ? nil : shownLists
    guard let lists, lists.hasUnsaved || previous?.hasUnsaved == true else { return }
    let isShowingOther = isShowingOther
    var promoted = lists.promoteSaved()
    if let previous { promoted.formUnion(previous.promoteSaved()) }
    guard !promoted.isEmpty else { return }
    let changes = renamings(promoted, in: lists, isShowingOther)
    if stage != .resting {
      for item in promoted.items { renamed[item.oldID] = item.object.objectID }
      for section in promoted.sections { renamed[section.oldID] = section.object.objectID }
    }
    rename(
      isShowingOther ? shown.renaming(changes.tokens) : lists.shownList(number: shown.number), changes.names)
    unreportedNames.formUnion(ofRenamings: changes.names)
  }

  /// Reports the renamed objects at once, even while callbacks run.
  func reportPromoted() {
    guard !unreportedNames.isEmpty else { return }
    let names = unreportedNames
    unreportedNames = ChangeSet()
    notifyReaders(of: ChangeSet())
    reporting { controller?.reportRenamed(names) }
  }

  /// Renames objects whose IDs are permanent already, although their save is still in progress, and reports that. Called
  /// before whole lists are compared, because the new list has these objects under their new IDs.
  func reportSaved() {
    promote()
    reportPromoted()
  }

  /// Shows the same list after a reset, with the context's current section objects. It also renames objects that a
  /// parent context gave permanent IDs meanwhile, because no notification of that reached this context.
  func revive() {
    guard let lists else { return }
    let revived = lists.lookUpHeldObjects(and: shown.version.shown.compactMap { shown.object(of: $0) })
    lists.revive(as: revived)
    outputs.notifyReadersOfNewObjects()
    let old = shown
    let new = old.withSections { revived[ObjectIdentifier($0)] ?? $0 }
    var changes = ChangeSet()
    for (index, slot) in new.version.shown.enumerated() {
      guard let oldID = old.sectionID(of: slot), let newID = new.sectionID(of: slot), oldID != newID else { continue }
      changes.sections.updated.append(ListUpdate(old: index, new: index, keys: []))
      changes.sections.renamed.append(ListRenaming(old: oldID, new: newID))
    }
    rename(new, changes)
    unreportedNames.formUnion(ofRenamings: changes)
    promote()
    if unreportedNames.isEmpty { notifyReaders(of: ChangeSet()) } else { reportPromoted() }
  }

  /// Whether the accessors show another list than the engine has: the previous one, or one that contains a user's move.
  private var isShowingOther: Bool {
    lists !== shownLists || lists?.engine.version.isSame(as: shown.version) == false
  }

  /// Returns the renamings as a change set with places in the shown list, and the new tokens of the items at these
  /// places.
  private func renamings(
    _ promoted: PromotedObjects, in lists: FetchedLists, _ isShowingOther: Bool
  ) -> (names: ChangeSet, tokens: [(place: ItemPlace, token: ItemToken)]) {
    var changes = ChangeSet()
    var items: [(place: ItemPlace, item: PromotedObjects.Item)] = []
    if isShowingOther {
      let byName = Dictionary(promoted.items.map { ($0.old, $0) }) { first, _ in first }
      for (section, slot) in shown.version.shown.enumerated() where !byName.isEmpty {
        for (index, token) in shown.version.tokens(of: slot).enumerated() {
          if let item = byName[token] { items.append((ItemPlace(section: section, item: index), item)) }
        }
      }
    } else {
      for item in promoted.items {
        if let place = item.place.flatMap({ lists.engine.shownPlace(of: $0) }) { items.append((place, item)) }
      }
      items.sort { $0.place < $1.place }
    }
    changes.items.updated = items.map { ListUpdate(old: $0.place, new: $0.place, keys: []) }
    changes.items.renamed = items.map { ListRenaming(old: $0.item.oldID, new: $0.item.object.objectID) }
    let sections = promoted.sections.compactMap { section in
      index(of: section.object, in: lists, isShowingOther).map { (index: $0, section: section) }
    }.sorted { $0.index < $1.index }
    changes.sections.updated = sections.map { ListUpdate(old: $0.index, new: $0.index, keys: []) }
    changes.sections.renamed = sections.map { ListRenaming(old: $0.section.oldID, new: $0.section.object.objectID) }
    return (changes, items.map { ($0.place, $0.item.new) })
  }

  private func index(
    of section: NSManagedObject, in lists: FetchedLists, _ isShowingOther: Bool
  ) -> Int? {
    if !isShowingOther, let slot = lists.slots[ObjectIdentifier(section)] { return shown.version.index(of: slot) }
    return shown.version.shown.firstIndex { shown.object(of: $0) === section }
  }
}

extension SectionedChangeSet where SectionID == NSManagedObjectID?, ItemID == NSManagedObjectID {
  /// Adds further renamings of the same list.
  fileprivate mutating func formUnion(ofRenamings further: Self) {
    guard !isEmpty else { return self = further }
    let items = zip(items.updated + further.items.updated, items.renamed + further.items.renamed)
      .sorted { $0.0.new < $1.0.new }
    (self.items.updated, self.items.renamed) = (items.map(\.0), items.map(\.1))
    let sections = zip(sections.updated + further.sections.updated, sections.renamed + further.sections.renamed)
      .sorted { $0.0.new < $1.0.new }
    (self.sections.updated, self.sections.renamed) = (sections.map(\.0), sections.map(\.1))
  }

  /// The same changes with the IDs that objects have got since.
  func named(by names: [NSManagedObjectID: NSManagedObjectID]) -> Self {
    var result = self
    for list in [\Self.items.deleted, \.items.inserted, \.itemsTaken, \.itemsBrought] {
      result[keyPath: list] = self[keyPath: list].map { PlacedID($0.place, names[$0.id] ?? $0.id) }
    }
    for list in [\Self.sections.deleted, \.sections.inserted] {
      result[keyPath: list] = self[keyPath: list].map { PlacedID($0.place, $0.id.map { names[$0] ?? $0 }) }
    }
    return result
  }
}

extension ShownList {
  /// The same list with other tokens for the items at some places.
  func renaming(_ names: [(place: ItemPlace, token: ItemToken)]) -> ShownList {
    var version = version
    for (place, token) in names { version.rename(itemAt: place, to: token) }
    return ShownList(version: version, objects: objects, keys: keys, number: number)
  }
}
