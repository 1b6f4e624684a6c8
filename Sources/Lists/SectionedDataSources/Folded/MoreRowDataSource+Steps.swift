import SectionedChanges

extension MoreRowDataSource {
  private typealias Builder = ChangeSetBuilder<ListedID<SectionID>, ListedID<ItemID>>
  private typealias Element = ListElement<ListedID<ItemID>>

  func makeStep() -> SourceCore<SectionID, ItemID>.Step? {
    let update = pending.take()
    let before = content
    if let update { content = update.new }
    let (asked, old) = (asked, snapshot)
    self.asked = []
    var step = SourceCore<SectionID, ItemID>.Step(
      snapshot: old, changes: Update.ChangeSet(), phase: base.phase, following: update, isOwn: update == nil)
    do {
      if update?.changes.renames == true {
        // The step removes renamed elements and inserts them by their new identifiers.
        var kept: [ListedID<SectionID>: (row: MoreRow, revision: Int)] = [:]
        for (index, section) in content.sections.enumerated() {
          kept[section.id] = row(ofSection: index, after: rows[section.id])
        }
        rows = kept
        step.snapshot = wholeSnapshot()
        step.changes = try Update.ChangeSet(from: old, to: step.snapshot)
      } else {
        step.changes = try changes(update, asked, from: before)
        step.snapshot = try step.changes.apply(
          to: old, sectionAt: { content.sections[$0].element }, itemAt: element)
      }
    } catch {
      fatalError(
        "A list with rows for more does not fit (\(error)). This is a fault of SectionedDataSources; report it.")
    }
    return step
  }

  private func changes(
    _ update: Base.Update?, _ asked: Set<ListedID<SectionID>>, from before: Base.Snapshot
  ) throws -> Update.ChangeSet {
    var builder = Builder()
    if let update { builder.record(update, section: { $0 }, item: wrapped) }
    var touched = update?.touchedSections ?? [:]
    for id in asked where touched[id] == nil {
      // The base's step does not change this section, so only sections before it can have changed its index.
      guard let new = base.index(ofSection: id), new < content.numberOfSections else { continue }
      touched[id] = (update.map { PlaceMap($0.changes).oldSection(ofNew: new) } ?? new, new)
    }
    for (id, section) in touched {
      let old = rows[id]
      let new = section.new.flatMap { row(ofSection: $0, after: old) }
      rows[id] = new
      if old == nil, new == nil { continue }
      builder.touchItem(
        ListedID(.more(id)),
        old: old == nil ? nil : section.old.map { Self.end(ofSection: $0, before) },
        new: new == nil ? nil : section.new.map { Self.end(ofSection: $0, content) },
        isRevised: old != nil && new != nil && old?.revision != new?.revision)
    }
    return try builder.changeSet(old: snapshot.counts, new: counts)
  }

  /// The place after the last item of a section.
  private static func end(ofSection index: Int, _ list: Base.Snapshot) -> ItemPlace {
    ItemPlace(section: index, item: list.numberOfItems(inSection: index))
  }

  /// Makes the row of a section for the base's present list; nil if the section has no such row.
  ///
  /// - Parameters:
  ///   - index: the index of the section in the base's present list.
  ///   - old: the row before. It keeps its revision if the number is the same.
  func row(
    ofSection index: Int, after old: (row: MoreRow, revision: Int)?
  ) -> (row: MoreRow, revision: Int)? {
    let (total, shown) = (base.totalNumberOfItems(inSection: index), content.numberOfItems(inSection: index))
    // Without a smaller limit of the section, a request's limit hides the items, and the row could not show more of
    // them.
    guard shown > 0, total > shown, let most = base.limit(ofSectionAt: index).count, most < total else { return nil }
    let id = content.sections[index].id
    let row = MoreRow(count: total - shown, section: AnyID(id, kind: "section"), source: identity)
    if let old, old.row == row { return old }
    lastRevision += 1
    return (row, lastRevision)
  }

  private func wrapped(_ id: ListedID<Base.ItemID>) -> ListedID<ItemID> {
    ListedID(.item(id.id), occurrence: id.occurrence)
  }

  private func element(at place: ItemPlace) -> Element {
    let section = content.sections[place.section]
    guard place.item < section.items.count else {
      return Element(ListedID(.more(section.id)), revision: rows[section.id]?.revision ?? 0)
    }
    let element = section.items[place.item]
    return Element(wrapped(element.id), revision: element.revision)
  }

  /// The counts of the list after the step.
  private var counts: ListCounts {
    let (content, rows) = (content, rows)
    return ListCounts(sections: content.numberOfSections) { index in
      content.numberOfItems(inSection: index) + (rows[content.sections[index].id] == nil ? 0 : 1)
    }
  }

  /// Makes the snapshot of the whole list.
  ///
  /// - Complexity: O(rows).
  func wholeSnapshot() -> Snapshot {
    let counts = counts
    return Snapshot(
      sections: (0..<counts.sections).map { index in
        Snapshot.Section(
          content.sections[index].element,
          items: ChunkedArray((0..<counts.items(index)).map { element(at: ItemPlace(section: index, item: $0)) }))
      })
  }
}
