extension SectionedChangeSet {
  /// Applies the changes to `old` and compares the result with `new`, including revisions.
  ///
  /// It checks that the change set is *correct*, not that it is minimal. To check that, compare it with
  /// ``minimized(old:new:)``.
  ///
  /// - Parameters:
  ///   - old: the list before the changes.
  ///   - new: the list after them.
  /// - Complexity: O(rows). Each identifier is hashed once.
  /// - Throws: a ``SectionedChangeError`` that names the first wrong change, the first difference that no change
  ///   explains, or the identifiers that a list contains twice. Its reason is never `notLeast`.
  public func check(
    old: SectionedSnapshot<SectionID, ItemID>, new: SectionedSnapshot<SectionID, ItemID>
  ) throws {
    for (list, name) in [(old, "old"), (new, "new")] {
      try Matching.checkUnique(list.sectionIDs, name, .duplicateSections, "section")
      try Matching.checkUnique(list.sections.flatMap { $0.items.map { $0.id } }, name, .duplicateItems, "item")
    }
    let places = PlaceCheck(self, old: old.counts)
    try places.run()
    guard new.numberOfSections == places.newSectionCount else {
      throw SectionedChangeError(
        .countMismatch,
        "\(old.numberOfSections) sections, \(sections.deleted.count) deleted and \(sections.inserted.count) inserted, "
          + "are not the \(new.numberOfSections) of the new list.")
    }
    for section in 0..<new.numberOfSections
    where places.newCount(ofSection: section) != new.numberOfItems(inSection: section) {
      throw SectionedChangeError(
        .countMismatch,
        "New section \(section) (\(named: new.sections[section].id)) has "
          + "\(new.numberOfItems(inSection: section)) items; "
          + "by the changes it has \(places.newCount(ofSection: section)).")
    }
    try checkNamed(old: old, new: new)
    try checkReplay(places, old: old, new: new)
  }

  /// Checks that the element at each named place is the one that the change names.
  private func checkNamed(
    old: SectionedSnapshot<SectionID, ItemID>, new: SectionedSnapshot<SectionID, ItemID>
  ) throws {
    func expect<Place, ID: Equatable>(_ change: String, _ place: Place, _ named: ID, _ found: ID) throws {
      guard named != found else { return }
      throw SectionedChangeError(
        .wrongElement,
        "The element \(change) \(place) is said to be \(named: named); the list has \(named: found) there.")
    }
    var sectionNames = try Renamings(sections.renamed, "section")
    var itemNames = try Renamings(items.renamed, "item")
    func expect<Place, ID>(
      _ change: String, from: Place, _ first: ID, to: Place, _ second: ID, _ names: inout Renamings<ID>
    ) throws {
      guard first != second, !names.explain(first, second) else { return }
      throw SectionedChangeError(
        .wrongElement,
        "The change \(change) \(from)→\(to) joins two elements: old \(named: first) and new \(named: second).")
    }
    for change in sections.deleted {
      try expect("deleted at old section", change.place, change.id, old.sections[change.place].id)
    }
    for change in sections.inserted {
      try expect("inserted at new section", change.place, change.id, new.sections[change.place].id)
    }
    for move in sections.moved {
      try expect(
        "section move", from: move.from, old.sections[move.from].id, to: move.to, new.sections[move.to].id,
        &sectionNames)
    }
    for update in sections.updated {
      try expect(
        "section update", from: update.old, old.sections[update.old].id, to: update.new, new.sections[update.new].id,
        &sectionNames)
    }
    for change in items.deleted { try expect("deleted at old", change.place, change.id, old[change.place].id) }
    for change in items.inserted { try expect("inserted at new", change.place, change.id, new[change.place].id) }
    for move in items.moved {
      try expect("item move", from: move.from, old[move.from].id, to: move.to, new[move.to].id, &itemNames)
    }
    for update in items.updated {
      try expect("item update", from: update.old, old[update.old].id, to: update.new, new[update.new].id, &itemNames)
    }
    for change in itemsTaken { try expect("taken from old", change.place, change.id, old[change.place].id) }
    for change in itemsBrought { try expect("brought to new", change.place, change.id, new[change.place].id) }
    try sectionNames.requireAllExplained()
    try itemNames.requireAllExplained()
  }

  /// Applies the changes and checks that the result equals the new list.
  private func checkReplay(
    _ places: PlaceCheck,
    old: SectionedSnapshot<SectionID, ItemID>, new: SectionedSnapshot<SectionID, ItemID>
  ) throws {
    let replayed = replayed(on: old, places, sectionAt: { new.sections[$0].element }, itemAt: { new[$0] })
    for (section, (made, wanted)) in zip(replayed.sections, new.sections).enumerated() {
      guard made.element == wanted.element else {
        throw Self.unexplained("section \(section)", made.element, wanted.element)
      }
      for (item, (made, wanted)) in zip(made.items, wanted.items).enumerated() where made != wanted {
        throw Self.unexplained("\(ItemPlace(section: section, item: item))", made, wanted)
      }
    }
  }

  private static func unexplained<ID>(
    _ place: String, _ made: ListElement<ID>, _ wanted: ListElement<ID>
  ) -> SectionedChangeError {
    guard made.id == wanted.id else {
      return SectionedChangeError(
        .wrongElement,
        "The changes leave \(named: made.id) at new \(place), where the new list has \(named: wanted.id).")
    }
    return SectionedChangeError(
      .wrongElement,
      "\(named: made.id) at new \(place) has revision \(made.revision) in the old list and \(wanted.revision) in the "
        + "new one, and no update or move says so.")
  }
}
