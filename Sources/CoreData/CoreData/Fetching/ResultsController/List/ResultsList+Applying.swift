import OrderedRows

extension ResultsList {
  /// Moves the touched objects to their new places.
  ///
  /// All touched rows are removed first and then inserted in order, so that each place is searched only among rows in
  /// correct order. For k touched objects in n rows it reads sort values O(k log n) times: at most twice for an
  /// object that stays between its neighbours, and never for an object whose changes do not affect its place.
  ///
  /// - Parameters:
  ///   - touches: the touched objects, each once. The returned rows contain indices into this array.
  ///   - source: the source of the objects' positions and values.
  /// - Returns: the changes of the list.
  /// - Throws: the source's error, or `UnsoundList`; the list is then unchanged.
  mutating func apply(_ touches: [ResultsTouch], from source: some ResultsSource) throws -> ResultsChanges {
    let changes = try applyToRows(touches, from: source)
    // If values cannot be read, the list discards its runs. Its rows are still correct.
    if runs != nil { try? followRuns(changes, from: source) }
    return changes
  }

  private mutating func applyToRows(_ touches: [ResultsTouch], from source: some ResultsSource) throws -> ResultsChanges
  {
    forgetSearchCache(of: touches)
    if touches.count == 1, let changes = try applyOne(touches[0], from: source) { return changes }
    var (edits, positions) = try edits(of: touches, from: source)
    guard !edits.isEmpty else { return ResultsChanges() }
    takeOut(&edits)
    var created: [SectionID] = []
    do {
      try bringIn(&edits, positions, creating: &created, from: source)
    } catch {
      putBack(edits, created: created)
      throw error
    }
    return changes(of: edits, created: created, touches)
  }

  /// A touched object while the list is edited.
  private struct RowEdit {
    let row: TouchedRow
    let isChanged: Bool
    let old: RowPlace?
    /// The index in the array of positions. Nil if the object leaves the list, or certainly keeps its place.
    let position: Int?
    let keepsPlace: Bool
    let oldSection: SectionID?
    var newSection: SectionID?
    /// The index in the old section after the removal of earlier rows; later the index at which the row was inserted.
    var item = 0
  }

  /// - Returns: the edits of objects that are in the old or the new list, by old place, and the positions of those
  ///   that may move.
  private mutating func edits(
    of touches: [ResultsTouch], from source: some ResultsSource
  ) throws -> ([RowEdit], [SortPosition]) {
    var edits: [RowEdit] = []
    var positions: [SortPosition] = []
    edits.reserveCapacity(touches.count)
    positions.reserveCapacity(touches.count)
    for (number, touch) in touches.enumerated() where touch.isChanged || touch.effect != .samePlace {
      let location = rows.location(of: touch.key.rowNumber)
      var position: Int?
      var keepsPlace = touch.effect == .samePlace
      if touch.needsValues, let found = try source.position(of: touch.key, row: touch.row) {
        if touch.effect == .sameValues, location != nil {
          keepsPlace = true
        } else {
          position = positions.count
          positions.append(found)
        }
      }
      guard location != nil || position != nil else { continue }
      edits.append(
        RowEdit(
          row: TouchedRow(key: touch.key, touch: number), isChanged: touch.isChanged,
          old: location.map { place(of: $0.item, in: $0.section) }, position: position, keepsPlace: keepsPlace,
          oldSection: location?.section))
    }
    if edits.count > 1 { edits.sort { $0.old.isBefore($1.old) } }
    return (edits, positions)
  }

  /// Removes the rows that may change their places.
  private mutating func takeOut(_ edits: inout [RowEdit]) {
    var taken = 0
    var section: SectionID?
    for index in edits.indices {
      guard let old = edits[index].old else { continue }
      if edits[index].oldSection != section { (section, taken) = (edits[index].oldSection, 0) }
      edits[index].item = old.item - taken
      guard !edits[index].keepsPlace, let section else { continue }
      withRows { _ = $0.remove(at: old.item - taken, in: section) }
      taken += 1
    }
  }

  /// Inserts the rows that are in the new list; within a section, in order.
  private mutating func bringIn(
    _ edits: inout [RowEdit], _ positions: [SortPosition], creating created: inout [SectionID],
    from source: some ResultsSource
  ) throws {
    let placing = placing(by: source)
    let known = positions.map { section(of: $0.section) }
    let coming = order(of: edits, positions, known, placing)
    // Looked up together now, while the remaining rows are still in the store's order.
    let successors = try successors(of: coming, edits, positions, known, placing)
    // The section of the last insertion, the index after the inserted row, and the number of rows inserted into that
    // section.
    var filled: (section: SectionID, end: Int, count: Int)?
    for (turn, index) in coming.enumerated() {
      guard let number = edits[index].position else { continue }
      let position = positions[number]
      let section = try section(for: position, known: known[number], creating: &created, placing)
      let (start, before) = filled.flatMap { $0.section == section ? ($0.end, $0.count) : nil } ?? (0, 0)
      let guess = edits[index].oldSection == section ? edits[index].item + before : nil
      let range = start..<max(start, rows.count(of: section))
      // The successor's index shifts by the rows already inserted into the section.
      let successor = successors[turn].map { $0 + before }
      let item = try placing.index(
        of: position, in: section, range: range, successor: successor, guess: guess, of: self)
      withRows { $0.insert(position.key, at: item, in: section) }
      edits[index].newSection = section
      edits[index].item = item
      filled = (section, item + 1, before + 1)
    }
    // Not after an error, because the search may have read rows that are then removed again.
    keepSearchCache(of: placing)
  }

  /// The indices of the edits with a row to insert, in the order of insertion.
  ///
  /// If sections are sorted by their keys, the order in which they are visited does not matter, so section numbers
  /// are compared instead of values, which is faster.
  private func order(
    of edits: [RowEdit], _ positions: [SortPosition], _ known: [SectionID?], _ placing: Placing<some ResultsSource>
  ) -> [Int] {
    var coming = edits.indices.filter { edits[$0].position != nil }
    guard coming.count > 1 else { return coming }
    let sections =
      isGrouped && placing.source.firstTermIsSectionKey
      ? known.map { $0?.index ?? .max } : Array(repeating: 0, count: positions.count)
    coming.sort { left, right in
      guard let left = edits[left].position, let right = edits[right].position else { return false }
      if sections[left] != sections[right] { return sections[left] < sections[right] }
      return placing.precedes(positions[left], positions[right])
    }
    return coming
  }

  /// For each object to insert, the index of the next saved row in its section; nil if it cannot be found.
  private func successors(
    of coming: [Int], _ edits: [RowEdit], _ positions: [SortPosition], _ known: [SectionID?],
    _ placing: Placing<some ResultsSource>
  ) throws -> [Int?] {
    let numbers = coming.compactMap { edits[$0].position }
    return try placing.successors(of: numbers.map { positions[$0] }, in: numbers.map { known[$0] }, of: self)
  }

  /// Returns the section of an object. Inserts the section if it is not in the list.
  ///
  /// If sections are not sorted by their keys, a section that lost all its objects may reappear at another place. It
  /// then counts as a new section, because a results controller cannot report section moves.
  ///
  /// - Parameter known: the section with the object's key before any object was inserted, if there was one.
  private mutating func section(
    for position: SortPosition, known: SectionID?, creating created: inout [SectionID],
    _ placing: Placing<some ResultsSource>
  ) throws -> SectionID {
    if let known, !isGrouped || placing.source.firstTermIsSectionKey { return known }
    let known = section(of: position.section)
    if let known, !isGrouped || placing.source.firstTermIsSectionKey || rows.count(of: known) > 0 { return known }
    let index = try placing.sectionIndex(of: position, in: self)
    if let known {
      let own = withRows { $0.index(of: known) }
      let between = own < index ? own + 1..<index : index..<own
      if between.allSatisfy({ rows.count(of: rows.section(at: $0)) == 0 }) { return known }
    }
    let section = insertSection(position.section, at: index)
    created.append(section)
    return section
  }

  /// Restores the list after an error: removes the inserted rows, reinserts the removed ones, and removes the new
  /// sections.
  private mutating func putBack(_ edits: [RowEdit], created: [SectionID]) {
    for edit in edits where edit.newSection != nil {
      withRows { _ = $0.remove(edit.row.key.rowNumber) }
    }
    for edit in edits where !edit.keepsPlace {
      guard let section = edit.oldSection, let old = edit.old else { continue }
      // The edits are ordered by old place, so every row before this one has been restored.
      withRows { $0.insert(edit.row.key, at: old.item, in: section) }
      restoreKey(of: section)
    }
    removeEmptySections(among: created)
  }

  private mutating func changes(
    of edits: [RowEdit], created: [SectionID], _ touches: [ResultsTouch]
  ) -> ResultsChanges {
    var changes = ResultsChanges(of: touches)
    if isGrouped {
      // The edits are ordered by old place, so those of one section are adjacent.
      var emptied: [SectionID] = []
      for edit in edits {
        guard let section = edit.oldSection, let old = edit.old, rows.count(of: section) == 0,
          emptied.last != section
        else { continue }
        emptied.append(section)
        changes.deletedSections.append(.init(key: key(of: section), index: old.section))
      }
      removeEmptySections(among: emptied)
      changes.insertedSections = created.map { section in
        .init(key: key(of: section), index: withRows { $0.index(of: section) })
      }
    }
    changes.rows.reserveCapacity(edits.count)
    for edit in edits {
      var (row, new) = (edit.row, nil as RowPlace?)
      if edit.keepsPlace {
        new = place(of: row.key)
        row.staysInSection = true
      } else if let section = edit.newSection {
        // Rows of a section are inserted by ascending index, so later insertions do not shift earlier ones, if the
        // section's rows are adjacent in the order.
        new =
          rows.row(edit.item, in: section) == row.key ? place(of: edit.item, in: section) : place(of: row.key)
        row.staysInSection = section == edit.oldSection
      }
      changes.rows.append(row, ElementChange(old: edit.old, new: new, isRevised: edit.isChanged, keys: nil))
    }
    changes.sortSections()
    return changes
  }

  private mutating func removeEmptySections(among sections: some Sequence<SectionID>) {
    let empty = sections.filter { rows.count(of: $0) == 0 }
    // From the last section to the first, so that the indices of earlier sections stay valid.
    let byIndex = empty.map { section in (section, withRows { $0.index(of: section) }) }.sorted { $0.1 > $1.1 }
    for (section, _) in byIndex { removeSection(section) }
  }
}
