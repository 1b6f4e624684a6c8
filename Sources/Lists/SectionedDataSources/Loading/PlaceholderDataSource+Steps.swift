import SectionedChanges

extension PlaceholderDataSource {
  private typealias Builder = ChangeSetBuilder<ListedID<SectionID>, ListedID<ItemID>>
  private typealias Element = ListElement<ListedID<ItemID>>
  private typealias SectionElement = ListElement<ListedID<SectionID>>

  func begin() {
    showRows()
    core.begin(with: wholeSnapshot(), phase: base.phase)
  }

  func makeStep() -> SourceCore<SectionID, ItemID>.Step? {
    let update = pending.take()
    if let update { content = update.new }
    if let changes = update?.changes {
      count += contentCount(changes.items.inserted) + contentCount(changes.itemsBrought)
      count -= contentCount(changes.items.deleted) + contentCount(changes.itemsTaken)
    }
    let old = shown
    defer { asksEmptySections = false }
    updateRows()
    var step = SourceCore<SectionID, ItemID>.Step(
      snapshot: snapshot, changes: Update.ChangeSet(), phase: base.phase, following: update)
    do {
      switch (old.placeholder, shown.placeholder) {
      case (let before?, let now?):
        if before.revision != now.revision {
          var builder = Builder()
          let place = ItemPlace(section: 0, item: 0)
          builder.touchItem(placeholderElement.id, old: place, new: place, isRevised: true)
          step.changes = try builder.changeSet(old: snapshot.counts, new: snapshot.counts)
          step.snapshot = wholeSnapshot()
        }
      case (nil, nil) where update?.changes.renames != true:
        step.changes = try changes(update, from: old)
        step.snapshot = try step.changes.apply(to: snapshot, sectionAt: sectionElement, itemAt: element)
      default:
        // The placeholder appeared or disappeared, or elements were renamed, which here means removed and inserted.
        if shown.placeholder == nil { showEmptySections() }
        step.snapshot = wholeSnapshot()
        step.changes = try Update.ChangeSet(from: snapshot, to: step.snapshot)
      }
    } catch {
      fatalError(
        "A list with placeholders does not fit (\(error)). This is a fault of SectionedDataSources; report it.")
    }
    return step
  }

  private func contentCount(_ items: [PlacedID<ItemPlace, ListedID<Base.ItemID>>]) -> Int {
    isContent.map { isContent in items.lazy.filter { isContent($0.id.id) }.count } ?? items.count
  }

  /// The changes between two lists that both show the content.
  private func changes(_ update: Base.Update?, from old: PlaceholderRows<Base.SectionID>) throws -> Update.ChangeSet {
    var builder = Builder()
    let (before, now) = (update?.old ?? content, content)
    if let update { builder.record(update, section: wrapped, item: wrapped) }
    recordEmptySections(update, in: &builder)
    if old.append != nil || shown.append != nil, old.append?.revision != shown.append?.revision {
      let oldSection = old.append.map { _ in before.numberOfSections }
      let newSection = shown.append.map { _ in now.numberOfSections }
      builder.touchSection(ListedID(.append), old: oldSection, new: newSection)
      builder.touchItem(
        ListedID(.append), old: oldSection.map { ItemPlace(section: $0, item: 0) },
        new: newSection.map { ItemPlace(section: $0, item: 0) }, isRevised: oldSection != nil && newSection != nil)
    }
    return try builder.changeSet(old: snapshot.counts, new: counts)
  }

  /// Records the placeholders of empty sections that were added, removed or changed: in the sections that the update
  /// touches, and after `settle()` in all empty sections.
  private func recordEmptySections(_ update: Base.Update?, in builder: inout Builder) {
    guard makeEmptySection != nil else { return }
    var touched = update?.touchedSections ?? [:]
    if asksEmptySections {
      let map = update.map { PlaceMap($0.changes) }
      for (index, section) in content.sections.enumerated() where section.items.isEmpty {
        touched[section.id] = (map.map { $0.oldSection(ofNew: index) } ?? index, index)
      }
    }
    for (id, section) in touched {
      let before = shown.emptySections[id]
      let now = section.new.flatMap { emptyRow($0, after: before) }
      shown.emptySections[id] = now
      guard before != nil || now != nil else { continue }
      builder.touchItem(
        ListedID(.emptySection(id)), old: before.flatMap { _ in section.old.map { ItemPlace(section: $0, item: 0) } },
        new: now.flatMap { _ in section.new.map { ItemPlace(section: $0, item: 0) } },
        isRevised: before != nil && now != nil && before?.revision != now?.revision)
    }
  }
}

extension PlaceholderDataSource {
  /// Makes the rows that are not items, for the first version of the list.
  private func showRows() {
    updateRows()
    if shown.placeholder == nil { showEmptySections() }
  }

  private func updateRows() {
    let hasMore = loading?.hasMore ?? false
    let wanted = makePlaceholder(
      .init(phase: base.phase, isEmpty: count == 0, hasMore: hasMore, error: loading?.error))
    shown.placeholder = shown.row(wanted, after: shown.placeholder)
    var append: AppendRow?
    if let loading, showsAppendRow, shown.placeholder == nil,
      AppendRow.isShown(phase: base.phase, hasMore: hasMore, didAppendFail: loading.appendError != nil)
    {
      append = AppendRow(
        showsActivity: base.phase == .appending, failure: loading.appendError.map(Placeholder.message))
    }
    shown.append = shown.row(append, after: shown.append)
  }

  private func showEmptySections() {
    shown.emptySections = [:]
    guard makeEmptySection != nil else { return }
    for (index, section) in content.sections.enumerated() where section.items.isEmpty {
      shown.emptySections[section.id] = emptyRow(index, after: nil)
    }
  }

  private func emptyRow(
    _ index: Int, after old: PlaceholderRows<Base.SectionID>.Row<Placeholder>?
  ) -> PlaceholderRows<Base.SectionID>.Row<Placeholder>? {
    let section = content.sections[index]
    guard section.items.isEmpty, let model = base.section(for: section.id) else { return nil }
    return shown.row(makeEmptySection?(model), after: old)
  }

  private func wrapped(_ id: ListedID<Base.SectionID>) -> ListedID<SectionID> {
    ListedID(.section(id.id), occurrence: id.occurrence)
  }

  private func wrapped(_ id: ListedID<Base.ItemID>) -> ListedID<ItemID> {
    ListedID(.item(id.id), occurrence: id.occurrence)
  }

  private var placeholderElement: Element {
    Element(ListedID(.placeholder), revision: shown.placeholder?.revision ?? 0)
  }

  private func sectionElement(at index: Int) -> SectionElement {
    if shown.placeholder != nil { return SectionElement(ListedID(.placeholder)) }
    guard index < content.numberOfSections else { return SectionElement(ListedID(.append)) }
    let element = content.sections[index].element
    return SectionElement(wrapped(element.id), revision: element.revision)
  }

  private func element(at place: ItemPlace) -> Element {
    if shown.placeholder != nil { return placeholderElement }
    guard place.section < content.numberOfSections else {
      return Element(ListedID(.append), revision: shown.append?.revision ?? 0)
    }
    let section = content.sections[place.section]
    guard section.items.isEmpty else {
      let element = section.items[place.item]
      return Element(wrapped(element.id), revision: element.revision)
    }
    return Element(ListedID(.emptySection(section.id)), revision: shown.emptySections[section.id]?.revision ?? 0)
  }

  /// The counts of the new list.
  private var counts: ListCounts {
    if shown.placeholder != nil { return ListCounts(sections: 1) { _ in 1 } }
    let (content, rows) = (content, shown.emptySections)
    return ListCounts(sections: content.numberOfSections + (shown.append == nil ? 0 : 1)) { index in
      guard index < content.numberOfSections else { return 1 }
      let count = content.numberOfItems(inSection: index)
      return count == 0 && rows[content.sections[index].id] != nil ? 1 : count
    }
  }

  /// Makes the snapshot of the whole list.
  ///
  /// - Complexity: O(rows).
  private func wholeSnapshot() -> Snapshot {
    let counts = counts
    return Snapshot(
      sections: (0..<counts.sections).map { section in
        Snapshot.Section(
          sectionElement(at: section),
          items: ChunkedArray(
            (0..<counts.items(section)).map { element(at: ItemPlace(section: section, item: $0)) }))
      })
  }
}
