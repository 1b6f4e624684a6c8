import OrderedRows

extension ResultsList {
  /// Brings the list to where the touched objects stand now.
  ///
  /// All touched rows leave the list first, then come back in order, so that a place is searched among rows that are
  /// where they belong. For k touched objects in n rows it reads sort values O(k log n) times: twice at most for an
  /// object that stays between its neighbours, never for one that changed in nothing that decides its place.
  ///
  /// - Parameters:
  ///   - touches: each object once. A row of what is returned names them by their indices.
  ///   - source: what the objects are asked of.
  /// - Returns: what changed.
  /// - Throws: what the source throws, or `UnsoundList`; the list is then what it was.
  mutating func apply(_ touches: [ResultsTouch], from source: some ResultsSource) throws -> ResultsChanges {
    let changes = try applyToRows(touches, from: source)
    // Where something cannot be read, there are no runs: the rows are right.
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

  /// A touched object while the list is changed.
  private struct RowEdit {
    var change: RowChange
    /// The number of its position; nil when the object does not belong to the list any more, or when it keeps its place
    /// anyway.
    let position: Int?
    let keepsPlace: Bool
    let oldSection: SectionID?
    var newSection: SectionID?
    /// The index that it would have in its old section if only rows that stand now stood there; then the one that it
    /// came in at.
    var item = 0
  }

  /// - Returns: the objects that are in the list or shall be, by old place, and where those stand that may move.
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
      var change = RowChange(key: touch.key, isChanged: touch.isChanged, touch: number)
      if let location { change.old = place(of: location.item, in: location.section) }
      edits.append(
        RowEdit(change: change, position: position, keepsPlace: keepsPlace, oldSection: location?.section))
    }
    if edits.count > 1 { edits.sort { $0.change.comesFromBefore($1.change) } }
    return (edits, positions)
  }

  /// Takes out the rows that do not keep their places.
  private mutating func takeOut(_ edits: inout [RowEdit]) {
    var taken = 0
    var section: SectionID?
    for index in edits.indices {
      guard let old = edits[index].change.old else { continue }
      if edits[index].oldSection != section { (section, taken) = (edits[index].oldSection, 0) }
      edits[index].item = old.item - taken
      guard !edits[index].keepsPlace, let section else { continue }
      withRows { _ = $0.remove(at: old.item - taken, in: section) }
      taken += 1
    }
  }

  /// Puts the rows in that belong to the list, those of a section in order.
  private mutating func bringIn(
    _ edits: inout [RowEdit], _ positions: [SortPosition], creating created: inout [SectionID],
    from source: some ResultsSource
  ) throws {
    let placing = placing(by: source)
    let known = positions.map { section(of: $0.section) }
    let coming = order(of: edits, positions, known, placing)
    // Sought together, while the rows still stand as in the store.
    let successors = try successors(of: coming, edits, positions, known, placing)
    // How far the section is filled that was last put into, and with how many.
    var filled: (section: SectionID, end: Int, count: Int)?
    for (turn, index) in coming.enumerated() {
      guard let number = edits[index].position else { continue }
      let position = positions[number]
      let section = try section(for: position, known: known[number], creating: &created, placing)
      let (start, before) = filled.flatMap { $0.section == section ? ($0.end, $0.count) : nil } ?? (0, 0)
      let guess = edits[index].oldSection == section ? edits[index].item + before : nil
      let range = start..<max(start, rows.count(of: section))
      // Those that came into the section before stand before its successor.
      let successor = successors[turn].map { $0 + before }
      let item = try placing.index(
        of: position, in: section, range: range, successor: successor, guess: guess, of: self)
      withRows { $0.insert(position.key, at: item, in: section) }
      edits[index].newSection = section
      edits[index].item = item
      filled = (section, item + 1, before + 1)
    }
    // Not after an error: where rows came that leave again, they may have been read.
    keepSearchCache(of: placing)
  }

  /// The indices of the edits that come in, in the order in which they do.
  ///
  /// Where sections are placed by their keys it does not matter which comes first, and to compare their numbers takes
  /// less than to compare values.
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

  /// For each object that comes in, the index of the next saved row of its section; nil where that cannot be found.
  private func successors(
    of coming: [Int], _ edits: [RowEdit], _ positions: [SortPosition], _ known: [SectionID?],
    _ placing: Placing<some ResultsSource>
  ) throws -> [Int?] {
    let numbers = coming.compactMap { edits[$0].position }
    return try placing.successors(of: numbers.map { positions[$0] }, in: numbers.map { known[$0] }, of: self)
  }

  /// The section that an object belongs to, made where there is none.
  ///
  /// Where sections are not placed by their keys, one that has lost all its objects may come back elsewhere; then it is
  /// another section, because a results controller reports no moves of sections.
  ///
  /// - Parameter known: the section of its key, as it was before any object came in.
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

  /// Undoes what was done so far: rows that came leave, rows that left come back, sections that came leave.
  private mutating func putBack(_ edits: [RowEdit], created: [SectionID]) {
    for edit in edits where edit.newSection != nil {
      withRows { _ = $0.remove(edit.change.key.rowNumber) }
    }
    for edit in edits where !edit.keepsPlace {
      guard let section = edit.oldSection, let old = edit.change.old else { continue }
      // By old place: every row before this one stands already.
      withRows { $0.insert(edit.change.key, at: old.item, in: section) }
      restoreKey(of: section)
    }
    removeEmptySections(among: created)
  }

  private mutating func changes(
    of edits: [RowEdit], created: [SectionID], _ touches: [ResultsTouch]
  ) -> ResultsChanges {
    var changes = ResultsChanges(of: touches)
    if isGrouped {
      // By old place: those of one section follow each other.
      var emptied: [SectionID] = []
      for edit in edits {
        guard let section = edit.oldSection, let old = edit.change.old, rows.count(of: section) == 0,
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
    changes.rows = edits.map { edit in
      var change = edit.change
      if edit.keepsPlace {
        change.new = place(of: change.key)
        change.staysInSection = true
      } else if let section = edit.newSection {
        // Those of a section come in by ascending index, and shift none that came before, where its rows stand together
        // in the order.
        change.new =
          rows.row(edit.item, in: section) == change.key
          ? place(of: edit.item, in: section) : place(of: change.key)
        change.staysInSection = section == edit.oldSection
      }
      return change
    }
    changes.sortSections()
    return changes
  }

  private mutating func removeEmptySections(among sections: some Sequence<SectionID>) {
    let empty = sections.filter { rows.count(of: $0) == 0 }
    // From the back, so that the indices of those before stay true.
    let byIndex = empty.map { section in (section, withRows { $0.index(of: section) }) }.sorted { $0.1 > $1.1 }
    for (section, _) in byIndex { removeSection(section) }
  }
}
