import SectionedChanges
import SectionedDataSources
import SectionedViews

// The cursor and the folds follow their lines by the change sets. The source is not asked, because it may be ahead.
extension TerminalList {
  func willShow(_ update: Update) {
    before = (cursorLine, nil)
    if top > 0, anchors.isEmpty, case .header(let section)? = layout.cursor(at: top) { before.header = section }
    isFollowing = true
    if !foldedSections.isEmpty { followFolded(update.changes.sections) }
    forgetLayout()
  }

  func didShow(_ update: Update, _ presentation: ListPresenter<Source>.Presentation) {
    isFollowing = false
    forgetLayout()
    let map = PlaceMap(update.changes)
    if let cursor = before.cursor {
      cursorLine = place(of: cursor, after: update, map).flatMap { visible($0) }
    }
    if cursorLine == nil { cursorLine = firstCursor }
    if let header = before.header, let section = map.newSection(ofOld: header) { top = layout.start(of: section) }
    setTop(top)
    switch presentation {
    case .reload(.first): marks = TerminalMarks()
    // Mark only visible lines, because marking all changes would take as long as showing them one by one.
    case .reload(.manyChanges): marks.record(update, at: visibleLines)
    case .nothing: break
    case .reload, .batches: marks.record(update, map)
    }
    onChange?()
  }

  private var visibleLines: [TerminalLayout.Line] {
    let layout = layout
    var lines = (top..<top + max(0, frame.size.rows)).compactMap { layout.line(at: $0) }
    if coversLine(top, layout), let cursor = layout.cursor(at: top) { lines.append(.header(cursor.section)) }
    return lines
  }

  private func followFolded(_ sections: ListChanges<Int, ListedID<Source.SectionID>>) {
    foldedSections.came(sections.inserted.lazy.map(\.id))
    foldedSections.left(sections.deleted.lazy.map(\.id))
    for renaming in sections.renamed {
      foldedSections.set(renaming.new, folded: foldedSections.contains(renaming.old))
    }
  }

  /// The cursor after an update: on the same line if it is still there; else on the next item in its section, the
  /// previous one, the section's header, or the header of a neighboring section.
  private func place(of cursor: TerminalCursor, after update: Update, _ map: PlaceMap) -> TerminalCursor? {
    switch cursor {
    case .item(let place):
      if let now = map.newPlace(ofOld: place) { return .item(now) }
      guard let section = map.newSection(ofOld: place.section) else {
        return neighbor(ofSection: place.section, update, map)
      }
      let moved = Set(update.changes.items.moved.map(\.from))
      func now(_ item: Int) -> ItemPlace? {
        let old = ItemPlace(section: place.section, item: item)
        return moved.contains(old) ? nil : map.newPlace(ofOld: old)
      }
      let count = update.old.numberOfItems(inSection: place.section)
      // The skipped items have left or moved, so they are not more than the changes.
      for item in place.item + 1..<max(count, place.item + 1) { if let now = now(item) { return .item(now) } }
      for item in (0..<place.item).reversed() { if let now = now(item) { return .item(now) } }
      return .header(section)
    case .header(let section):
      return map.newSection(ofOld: section).map { .header($0) } ?? neighbor(ofSection: section, update, map)
    }
  }

  private func neighbor(ofSection section: Int, _ update: Update, _ map: PlaceMap) -> TerminalCursor? {
    let behind = (section + 1..<max(update.old.numberOfSections, section + 1)).lazy.compactMap {
      map.newSection(ofOld: $0)
    }
    let ahead = (0..<section).reversed().lazy.compactMap { map.newSection(ofOld: $0) }
    return (behind.first ?? ahead.first).map { .header($0) }
  }

  /// The nearest visible line: the header of a folded section, or the first line of the section if headers are not
  /// shown. Nil if the list has no lines.
  func visible(_ cursor: TerminalCursor) -> TerminalCursor? {
    let layout = layout
    if layout.line(of: cursor) != nil { return cursor }
    if layout.line(ofHeader: cursor.section) != nil { return .header(cursor.section) }
    let line = min(layout.start(of: cursor.section), layout.numberOfLines - 1)
    return layout.cursor(at: line)
  }

  /// Updates cursor and scroll position when the lines have changed, but not the sections and items.
  func linesChanged() {
    forgetLayout()
    // During an update, `didShow` does this.
    guard !isFollowing else { return }
    cursorLine = cursorLine.flatMap { visible($0) } ?? firstCursor
    setTop(top)
  }

  /// The first item, if it is in the first section and visible; else the first line.
  var firstCursor: TerminalCursor? {
    let first = TerminalCursor.item(ItemPlace(section: 0, item: 0))
    return layout.line(of: first) != nil ? first : layout.cursor(at: 0)
  }
}
