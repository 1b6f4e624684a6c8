import SectionedChanges

extension WindowDataSource {
  /// Follows the base, and then performs the requests.
  func makeStep() -> SourceCore<SectionID, ItemID>.Step? {
    let (update, asked) = (pending.take(), requests)
    requests = []
    guard update != nil || !asked.isEmpty else { return nil }
    let list = update?.new ?? base.snapshot
    if let update { follow(update) }
    for request in asked { request(&window, list, starts) }

    let old = core.snapshot
    let new = part(of: list)
    let (sectionKeys, itemKeys) = (update?.sectionKeys ?? [:], update?.itemKeys ?? [:])
    let changes = try? Update.ChangeSet(
      from: old, to: new, sectionKeys: { sectionKeys[$0] }, itemKeys: { itemKeys[$0] })
    return .init(
      snapshot: new, changes: changes ?? Update.ChangeSet(), phase: base.phase, following: update,
      isOwn: !asked.isEmpty)
  }

  /// Moves the window with its first and last rows that neither left nor moved.
  private func follow(_ update: Base.Update) {
    let (old, map) = (starts, PlaceMap(update.changes))
    starts = SectionStarts(update.new)
    let moved = Set(update.changes.items.moved.map(\.from))
    let movedSections = Set(update.changes.sections.moved.map(\.from))
    func row(now row: Int) -> Int? {
      let place = old.place(ofRow: row)
      if moved.contains(place) || movedSections.contains(place.section) { return nil }
      return map.newPlace(ofOld: place).flatMap { starts.row(at: $0) }
    }
    let first = window.rows.lazy.compactMap(row(now:)).first
    // A window that follows the end does not depend on its last row.
    let last = window.followsEnd ? first : window.rows.reversed().lazy.compactMap(row(now:)).first
    window.follow(first: first, last: last, total: starts.total)
  }

  /// Returns the part of the base's list that is shown, and sets ``sections``.
  func part(of list: Base.Snapshot) -> Snapshot {
    sections = []
    let rows = window.rows
    guard !rows.isEmpty else { return Snapshot() }
    let (first, last) = (starts.place(ofRow: rows.lowerBound), starts.place(ofRow: rows.upperBound - 1))
    var parts: [Snapshot.Section] = []
    for index in first.section...last.section {
      let section = list.sections[index]
      if section.items.isEmpty { continue }
      sections.append(index)
      let start = index == first.section ? first.item : 0
      let end = index == last.section ? last.item + 1 : section.items.count
      let isWhole = start == 0 && end == section.items.count
      parts.append(isWhole ? section : .init(section.element, items: ChunkedArray(section.items[start..<end])))
    }
    return Snapshot(sections: parts)
  }
}

extension DataSourceUpdate {
  /// The keys of the changed sections whose keys are known.
  fileprivate var sectionKeys: [ListedID<SectionID>: Set<String>] {
    let (moved, updated) = (changes.sections.moved, changes.sections.updated)
    return Dictionary(
      moved.compactMap { move in move.keys.map { (new.sections[move.to].id, $0) } }
        + updated.compactMap { update in update.keys.map { (new.sections[update.new].id, $0) } }
    ) { first, _ in first }
  }

  /// The keys of the changed items whose keys are known.
  fileprivate var itemKeys: [ListedID<ItemID>: Set<String>] {
    let (moved, updated) = (changes.items.moved, changes.items.updated)
    return Dictionary(
      moved.compactMap { move in move.keys.map { (new[move.to].id, $0) } }
        + updated.compactMap { update in update.keys.map { (new[update.new].id, $0) } }
    ) { first, _ in first }
  }
}
