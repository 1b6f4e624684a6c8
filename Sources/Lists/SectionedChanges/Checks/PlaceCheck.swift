/// Checks a change set against the counts of the old list: all places are in bounds and named once, arrays are sorted,
/// each change is in a section of the right kind, and all counts match.
@usableFromInline
struct PlaceCheck {
  private let changes: NamedChanges
  @usableFromInline let map: PlaceMap
  private let old: ListCounts
  /// Returns the name of the deleted section at an index of `sections.deleted`.
  private let nameOfDeleted: (Int) -> String
  private let deletedSections: [Int]
  private let insertedSections: [Int]
  /// The number of items moved or brought into each inserted section.
  private let insertedCounts: [Int: Int]
  /// The number of sections after the changes.
  let newSectionCount: Int

  @inlinable
  init<SectionID, ItemID>(_ changes: SectionedChangeSet<SectionID, ItemID>, old: ListCounts) {
    self.init(NamedChanges(changes), PlaceMap(changes), old: old) { "\(named: changes.sections.deleted[$0].id)" }
  }

  @usableFromInline
  init(_ changes: NamedChanges, _ map: PlaceMap, old: ListCounts, nameOfDeleted: @escaping (Int) -> String) {
    self.changes = changes
    self.old = old
    self.map = map
    self.nameOfDeleted = nameOfDeleted
    var counts: [Int: Int] = [:]
    for section in changes.sections.inserted { counts[section] = 0 }
    if !counts.isEmpty {
      for brought in changes.brought { counts[brought.section]? += 1 }
      for move in changes.items.moved { counts[move.to.section]? += 1 }
    }
    insertedCounts = counts
    deletedSections = changes.sections.deleted.sorted()
    insertedSections = changes.sections.inserted.sorted()
    newSectionCount = old.sections - changes.sections.deleted.count + changes.sections.inserted.count
  }

  /// Throws an error for the first wrong change. Sections are checked before items, each in the order of the arrays.
  ///
  /// Complexity: O(changes · log changes).
  @usableFromInline
  func run() throws {
    try checkSections()
    try checkItems()
  }

  private func checkSections() throws {
    let sections = changes.sections
    var left = NamedPlaces(noun: "section", list: "old")
    try left.add(sections.deleted, .deleted, below: old.sections)
    try left.add(sections.moved.map { $0.from }, .movedFrom, below: old.sections)
    try left.add(sections.updated.map { $0.old }, .updated, below: old.sections)
    try left.checkDisjoint()
    var came = NamedPlaces(noun: "section", list: "new")
    try came.add(sections.inserted, .inserted, below: newSectionCount)
    try came.add(sections.moved.map { $0.to }, .movedTo, below: newSectionCount, inOrder: false)
    try came.add(sections.updated.map { $0.new }, .updated, below: newSectionCount, inOrder: false)
    try came.checkDisjoint()
    for update in sections.updated where map.newSection(ofOld: update.old) != update.new {
      throw SectionedChangeError(
        .wrongElement,
        "Updated section \(update.old) is said to be at new \(update.new); "
          + "the other changes put it at \(map.newSection(ofOld: update.old).map(String.init) ?? "no place").")
    }
  }

  private func checkItems() throws {
    let items = changes.items
    var left = NamedPlaces(noun: "item", list: "old")
    let oldSections = 0..<old.sections
    try left.add(items.deleted, .deleted, in: oldSections, but: deletedSections, "a deleted section")
    try left.add(items.moved.map { $0.from }, .movedFrom, in: oldSections, but: [], "")
    try left.add(items.updated.map { $0.old }, .updated, in: oldSections, but: deletedSections, "a deleted section")
    try left.add(changes.taken, .taken, in: oldSections, only: deletedSections, "deleted")
    try left.checkBounds(old.items)
    try left.checkDisjoint()

    var came = NamedPlaces(noun: "item", list: "new")
    let newSections = 0..<newSectionCount
    try came.add(
      items.inserted, .inserted, in: newSections, but: insertedSections, "an inserted section")
    try came.add(items.moved.map { $0.to }, .movedTo, in: newSections, but: [], "", inOrder: false)
    try came.add(
      items.updated.map { $0.new }, .updated, in: newSections, but: insertedSections, "an inserted section",
      inOrder: false)
    try came.add(changes.brought, .brought, in: newSections, only: insertedSections, "inserted")
    try came.checkDisjoint()
    try checkTakenWhole()
    try came.checkBounds(newCount(ofSection:))
    for update in items.updated where map.newPlace(ofOld: update.old) != update.new {
      throw SectionedChangeError(
        .wrongElement,
        "The updated item at old \(update.old) is said to be at new \(update.new); "
          + "the other changes put it at \(map.newPlace(ofOld: update.old)?.description ?? "no place").")
    }
  }

  /// Checks that all items of each deleted section are either taken or moved out.
  private func checkTakenWhole() throws {
    guard !deletedSections.isEmpty else { return }
    var gone: [Int: Int] = [:]
    for taken in changes.taken { gone[taken.section, default: 0] += 1 }
    for move in changes.items.moved { gone[move.from.section, default: 0] += 1 }
    for (position, section) in changes.sections.deleted.enumerated() {
      let count = old.items(section)
      let accounted = gone[section] ?? 0
      if accounted != count {
        throw SectionedChangeError(
          .countMismatch,
          "Deleted section \(section) (\(nameOfDeleted(position))) had \(count) items; "
            + "\(accounted) of them are taken or moved out.")
      }
    }
  }

  /// Returns the number of items of a new section, computed from the changes.
  ///
  /// Complexity: O(log changes).
  @usableFromInline
  func newCount(ofSection section: Int) -> Int {
    guard let before = map.oldSection(ofNew: section) else { return insertedCounts[section] ?? 0 }
    return old.items(before) - map.leftItems(inOldSection: before) + map.cameItems(inNewSection: section)
  }
}

extension SectionedChangeSet {
  /// Checks the changes against the counts of the old list, without applying them: all places are in bounds and named
  /// once, each change is in a section of the right kind, and all counts match.
  ///
  /// - Complexity: O(changes · log changes).
  /// - Throws: a ``SectionedChangeError`` that names the first wrong change.
  @inlinable
  package func checkPlaces(old: ListCounts) throws { try PlaceCheck(self, old: old).run() }
}
