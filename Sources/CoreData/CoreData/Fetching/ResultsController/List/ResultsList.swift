import OrderedRows

/// The rows of a fetched results controller: keys in order, in sections that each have at least one row.
///
/// A list that is not grouped has exactly one section, which may be empty. The list does not refer to a context. It
/// reads values of objects from a `ResultsSource`.
struct ResultsList: Sendable {
  let isGrouped: Bool
  private(set) var rows: OrderedRows<RowKey>
  /// The keys of the sections, by `SectionID.index`.
  private var keys: ContiguousArray<SectionKey>
  private var sectionsByKey: [SectionKey: SectionID] = [:]
  /// The sort values that searches have read, if the list is not grouped.
  private(set) var searchCache = SearchCache()
  /// The runs of rows with the same value of the first sort term; nil if they are not kept. Only for a list that is
  /// not grouped.
  private(set) var runs: ValueRuns?

  /// Creates a list that is not grouped from ordered keys.
  ///
  /// - Throws: `RepeatedRow` if a key occurs twice.
  /// - Complexity: O(keys).
  init(_ keys: ContiguousArray<RowKey>, runs: ValueRuns? = nil) throws {
    isGrouped = false
    rows = try OrderedRows(checking: keys, sectionCounts: CollectionOfOne(keys.count))
    self.keys = [.whole]
    self.runs = runs
  }

  /// Creates a grouped list from ordered keys.
  ///
  /// - Parameters:
  ///   - keys: the keys of all sections, section by section.
  ///   - groups: the sections.
  /// - Throws: `SectionsOutOfOrder` if two sections have the same key, `RepeatedRow` if a row key occurs twice.
  /// - Complexity: O(keys + groups).
  init(_ keys: ContiguousArray<RowKey>, groups: some Collection<KeyList.Group>) throws {
    isGrouped = true
    rows = try OrderedRows(checking: keys, sectionCounts: groups.lazy.map(\.count))
    self.keys = []
    self.keys.reserveCapacity(groups.count)
    sectionsByKey.reserveCapacity(groups.count)
    var start = 0
    for (index, group) in groups.enumerated() {
      let key = SectionKey(value: group.value)
      guard sectionsByKey.updateValue(rows.section(at: index), forKey: key) == nil else {
        throw SectionsOutOfOrder(section: key, row: start)
      }
      self.keys.append(key)
      start += group.count
    }
  }

  /// The key of a section: the value that its rows have in common.
  func key(of section: SectionID) -> SectionKey { keys[section.index] }

  /// The section with a key, if the list has one.
  func section(of key: SectionKey) -> SectionID? {
    isGrouped ? sectionsByKey[key] : rows.section(at: 0)
  }

  /// The place of an object; nil if it is not in the list.
  mutating func place(of key: RowKey) -> RowPlace? { rows.place(of: key.rowNumber) }

  /// The place of the row at an index in a section.
  mutating func place(of item: Int, in section: SectionID) -> RowPlace {
    RowPlace(section: rows.index(of: section), item: item)
  }

  /// The keys of a section, in order.
  ///
  /// - Complexity: O(rows of the section).
  func keys(inSection index: Int) -> ContiguousArray<RowKey> {
    let section = rows.section(at: index)
    var result: ContiguousArray<RowKey> = []
    result.reserveCapacity(rows.count(of: section))
    for run in rows.runs(of: section) { result.append(contentsOf: run) }
    return result
  }

  /// Creates the object that finds places in the list. It owns the search cache until `keepSearchCache(of:)`, so that
  /// changing the cache does not copy it.
  mutating func placing<Source>(by source: Source) -> Placing<Source> {
    // Without the cache, because sections are short and many, and an order by identity reads no values.
    if isGrouped || source.termCount == 0 { return Placing(source) }
    defer { searchCache = SearchCache() }
    return Placing(source, searchCache)
  }

  /// Removes touched rows from the search cache.
  mutating func forgetSearchCache(of touches: [ResultsTouch]) { searchCache.forget(touches) }

  mutating func keepSearchCache(of placing: Placing<some ResultsSource>) {
    if let searchCache = placing.searchCache { self.searchCache = searchCache }
  }

  /// Gives a block access to modify the rows. Use the methods below to modify sections.
  mutating func withRows<Result>(_ body: (inout OrderedRows<RowKey>) throws -> Result) rethrows -> Result {
    try body(&rows)
  }

  /// Updates the runs to changes of the rows.
  ///
  /// - Throws: the source's error. The list has no runs then.
  mutating func followRuns(_ changes: ResultsChanges, from source: some ResultsSource) throws {
    guard var runs else { return }
    // Cleared so that the local copy is the only reference and nothing is copied.
    self.runs = nil
    if try !runs.follow(changes.rows, count: rows.count, valueOf: { try source.values(of: $0, from: 0)?.first }) {
      // The rows have more changes than were reported, so the runs are rebuilt.
      try runs.gather(rows.rows) { try source.values(of: $0, from: 0)?.first }
    }
    self.runs = runs
  }

  mutating func insertSection(_ key: SectionKey, at index: Int) -> SectionID {
    let section = rows.insertSection(at: index)
    if section.index == keys.count { keys.append(key) } else { keys[section.index] = key }
    sectionsByKey[key] = section
    return section
  }

  /// Removes a section, which must be empty.
  mutating func removeSection(_ section: SectionID) {
    rows.removeSection(section)
    // Another section may have been given the same key.
    if sectionsByKey[keys[section.index]] == section { sectionsByKey[keys[section.index]] = nil }
  }

  /// Maps a section's key to the section again, after another section had the key.
  mutating func restoreKey(of section: SectionID) {
    if isGrouped { sectionsByKey[keys[section.index]] = section }
  }

  /// Replaces the temporary key of a saved object by its permanent key, at the same place.
  ///
  /// - Returns: whether the object is a section's key.
  mutating func promote(_ temporary: RowKey, to permanent: RowKey) -> Bool {
    rows.replace(temporary.rowNumber, with: permanent)
    guard let section = sectionsByKey.removeValue(forKey: SectionKey(value: .reference(temporary))) else {
      return false
    }
    let key = SectionKey(value: .reference(permanent))
    keys[section.index] = key
    sectionsByKey[key] = section
    return true
  }
}

extension RowKey: OrderedRow {
  // Rows of one list have the same root entity, so the primary key alone identifies them.
  package var rowNumber: Int64 { primaryKey }
}

/// The error that the objects of a section are not adjacent, because the first sort descriptor does not sort by
/// section.
struct SectionsOutOfOrder: Error {
  let section: SectionKey
  /// The index in the whole list of the first object that is separated from its section.
  let row: Int
}
