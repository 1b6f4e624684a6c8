import OrderedRows

extension ResultsList {
  /// Brings the list to where the touched objects stand now.
  ///
  /// All touched rows leave the list first, then come back in order, so that a place is searched among rows that are
  /// where they belong. For k touched objects in n rows it reads sort values O(k log n) times: twice at most for an
  /// object that stays between its neighbours, never for one that changed in nothing that decides its place.
  ///
  /// - Parameters:
  ///   - touches: each object once.
  ///   - source: what the objects are asked of.
  /// - Returns: what changed, with the least moves.
  /// - Throws: what the source throws, or `UnsoundList`; the list is then what it was.
  mutating func apply(_ touches: [ResultsTouch], from source: some ResultsSource) throws -> ResultsChanges {
    forgetSignposts(of: touches)
    if touches.count == 1, let changes = try applyOne(touches[0], from: source) { return changes }
    var (crossings, standings) = try crossings(of: touches, from: source)
    guard !crossings.isEmpty else { return ResultsChanges() }
    takeOut(&crossings)
    var created: [SectionID] = []
    do {
      try bringIn(&crossings, standings, creating: &created, from: source)
    } catch {
      putBack(crossings, created: created)
      throw error
    }
    return changes(of: crossings, created: created)
  }

  /// A touched object while the list is changed. It holds nothing that would have to be retained.
  private struct Crossing {
    var passage: Passage
    /// The number of its standing; nil when the object does not belong to the list any more, or when it keeps its place
    /// anyway.
    let standing: Int?
    let keepsPlace: Bool
    let oldSection: SectionID?
    var newSection: SectionID?
    /// The index that it would have in its old section if only rows that stand now stood there; then the one that it
    /// came in at.
    var item = 0
  }

  /// - Returns: the objects that are in the list or shall be, by old place, and where those stand that may move.
  private mutating func crossings(
    of touches: [ResultsTouch], from source: some ResultsSource
  ) throws -> ([Crossing], [Standing]) {
    var crossings: [Crossing] = []
    var standings: [Standing] = []
    crossings.reserveCapacity(touches.count)
    standings.reserveCapacity(touches.count)
    for touch in touches where touch.isChanged || touch.effect != .samePlace {
      let location = rows.location(of: touch.key.rowNumber)
      var standing: Int?
      var keepsPlace = touch.effect == .samePlace
      if touch.needsValues, let found = try source.standing(of: touch.key, row: touch.row) {
        if touch.effect == .sameValues, location != nil {
          keepsPlace = true
        } else {
          standing = standings.count
          standings.append(found)
        }
      }
      guard location != nil || standing != nil else { continue }
      var passage = Passage(key: touch.key, isChanged: touch.isChanged)
      if let location { passage.old = place(of: location.item, in: location.section) }
      crossings.append(
        Crossing(passage: passage, standing: standing, keepsPlace: keepsPlace, oldSection: location?.section))
    }
    if crossings.count > 1 { crossings.sort { $0.passage.comesFromBefore($1.passage) } }
    return (crossings, standings)
  }

  /// Takes out the rows that do not keep their places.
  private mutating func takeOut(_ crossings: inout [Crossing]) {
    var taken = 0
    var section: SectionID?
    for index in crossings.indices {
      guard let old = crossings[index].passage.old else { continue }
      if crossings[index].oldSection != section { (section, taken) = (crossings[index].oldSection, 0) }
      crossings[index].item = old.item - taken
      guard !crossings[index].keepsPlace, let section else { continue }
      withRows { _ = $0.remove(at: old.item - taken, in: section) }
      taken += 1
    }
  }

  /// Puts the rows in that belong to the list, those of a section in order.
  private mutating func bringIn(
    _ crossings: inout [Crossing], _ standings: [Standing], creating created: inout [SectionID],
    from source: some ResultsSource
  ) throws {
    let placing = placing(by: source)
    let known = standings.map { section(of: $0.section) }
    let coming = order(of: crossings, standings, known, placing)
    // Sought together, while the rows still stand as in the store.
    let sought = coming.count > 1 ? try followers(of: coming, crossings, standings, known, placing) : nil
    // How far the section is filled that was last put into, and with how many.
    var filled: (section: SectionID, end: Int, count: Int)?
    for (turn, index) in coming.enumerated() {
      guard let number = crossings[index].standing else { continue }
      let standing = standings[number]
      let section = try section(for: standing, known: known[number], creating: &created, placing)
      let (start, before) = filled.flatMap { $0.section == section ? ($0.end, $0.count) : nil } ?? (0, 0)
      let guess = crossings[index].oldSection == section ? crossings[index].item + before : nil
      let range = start..<max(start, rows.count(of: section))
      // Those that came into the section before stand before its follower.
      let follower =
        try sought.map { $0[turn].map { $0 + before } }
        ?? placing.indexOfFollower(of: standing, in: section, range: range, of: self)
      let item = try placing.index(
        of: standing, in: section, range: range, follower: follower, guess: guess, of: self)
      withRows { $0.insert(standing.key, at: item, in: section) }
      crossings[index].newSection = section
      crossings[index].item = item
      filled = (section, item + 1, before + 1)
    }
    // Not after an error: where rows came that leave again, they may have been read.
    keepSignposts(of: placing)
  }

  /// The indices of the crossings that come in, in the order in which they do.
  ///
  /// Where sections are placed by their keys it does not matter which comes first, and to compare their numbers takes
  /// less than to compare values.
  private func order(
    of crossings: [Crossing], _ standings: [Standing], _ known: [SectionID?], _ placing: Placing<some ResultsSource>
  ) -> [Int] {
    var coming = crossings.indices.filter { crossings[$0].standing != nil }
    guard coming.count > 1 else { return coming }
    let sections =
      isGrouped && placing.source.firstTermIsSectionKey
      ? known.map { $0?.index ?? .max } : Array(repeating: 0, count: standings.count)
    coming.sort { left, right in
      guard let left = crossings[left].standing, let right = crossings[right].standing else { return false }
      if sections[left] != sections[right] { return sections[left] < sections[right] }
      return placing.precedes(standings[left], standings[right])
    }
    return coming
  }

  /// For each object that comes in, the index of the next saved row of its section; nil where that cannot be told.
  private func followers(
    of coming: [Int], _ crossings: [Crossing], _ standings: [Standing], _ known: [SectionID?],
    _ placing: Placing<some ResultsSource>
  ) throws -> [Int?] {
    let numbers = coming.compactMap { crossings[$0].standing }
    return try placing.followers(of: numbers.map { standings[$0] }, in: numbers.map { known[$0] }, of: self)
  }

  /// The section that an object belongs to, made where there is none.
  ///
  /// Where sections are not placed by their keys, one that has lost all its objects may come back elsewhere; then it is
  /// another section, because a results controller knows no moves of sections.
  ///
  /// - Parameter known: the section of its key, as it was before any object came in.
  private mutating func section(
    for standing: Standing, known: SectionID?, creating created: inout [SectionID],
    _ placing: Placing<some ResultsSource>
  ) throws -> SectionID {
    if let known, !isGrouped || placing.source.firstTermIsSectionKey { return known }
    let known = section(of: standing.section)
    if let known, !isGrouped || placing.source.firstTermIsSectionKey || rows.count(of: known) > 0 { return known }
    let index = try placing.sectionIndex(of: standing, in: self)
    if let known {
      let own = withRows { $0.index(of: known) }
      let between = own < index ? own + 1..<index : index..<own
      if between.allSatisfy({ rows.count(of: rows.section(at: $0)) == 0 }) { return known }
    }
    let section = insertSection(standing.section, at: index)
    created.append(section)
    return section
  }

  /// Undoes what was done so far: rows that came leave, rows that left come back, sections that came leave.
  private mutating func putBack(_ crossings: [Crossing], created: [SectionID]) {
    for crossing in crossings where crossing.newSection != nil {
      withRows { _ = $0.remove(crossing.passage.key.rowNumber) }
    }
    for crossing in crossings where !crossing.keepsPlace {
      guard let section = crossing.oldSection, let old = crossing.passage.old else { continue }
      // By old place: every row before this one stands already.
      withRows { $0.insert(crossing.passage.key, at: old.item, in: section) }
      restoreKey(of: section)
    }
    removeEmptySections(among: created)
  }

  private mutating func changes(of crossings: [Crossing], created: [SectionID]) -> ResultsChanges {
    var changes = ResultsChanges()
    if isGrouped {
      // By old place: those of one section follow each other.
      var emptied: [SectionID] = []
      for crossing in crossings {
        guard let section = crossing.oldSection, let old = crossing.passage.old, rows.count(of: section) == 0,
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
    let passages = crossings.map { crossing in
      var passage = crossing.passage
      if crossing.keepsPlace {
        passage.new = place(of: passage.key)
        passage.staysInSection = true
      } else if let section = crossing.newSection {
        // Those of a section come in by ascending index, and shift nobody who came before, where its rows stand together
        // in the order.
        passage.new =
          rows.row(crossing.item, in: section) == passage.key
          ? place(of: crossing.item, in: section) : place(of: passage.key)
        passage.staysInSection = section == crossing.oldSection
      }
      return passage
    }
    changes.addItems(of: passages)
    changes.sort()
    return changes
  }

  private mutating func removeEmptySections(among sections: some Sequence<SectionID>) {
    let empty = sections.filter { rows.count(of: $0) == 0 }
    // From the back, so that the indices of those before stay true.
    let byIndex = empty.map { section in (section, withRows { $0.index(of: section) }) }.sorted { $0.1 > $1.1 }
    for (section, _) in byIndex { removeSection(section) }
  }
}
