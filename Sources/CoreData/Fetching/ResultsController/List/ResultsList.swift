import OrderedRows

/// The rows of a fetched results controller: keys in order, in sections that have at least one row each.
///
/// A list that is not grouped has one section, empty or not. The list has no reference to a context: it reads values of
/// objects from a `ResultsSource`.
struct ResultsList: Sendable {
  let isGrouped: Bool
  private(set) var rows: OrderedRows<RowKey>
  /// By section ID.
  private var keys: ContiguousArray<SectionKey>
  private var sectionsByKey: [SectionKey: SectionID] = [:]
  /// The rows whose values searches have read, of a list that is not grouped.
  private(set) var searchCache = SearchCache()
  /// The runs of rows with the same value of the first sort term, of a list that is not grouped, if they are kept.
  private(set) var runs: ValueRuns?

  /// Makes a list that is not grouped of keys that are in order.
  ///
  /// - Throws: `RepeatedRow` when a key comes twice.
  /// - Complexity: O(keys).
  init(_ keys: ContiguousArray<RowKey>, runs: ValueRuns? = nil) throws {
    isGrouped = false
    rows = try OrderedRows(checking: keys, sectionCounts: CollectionOfOne(keys.count))
    self.keys = [.whole]
    self.runs = runs
  }

  /// Makes a list of keys that are in order.
  ///
  /// - Parameters:
  ///   - keys: the keys of all sections, one section after the other.
  ///   - groups: the sections.
  /// - Throws: `SectionsOutOfOrder` when one key names two sections, `RepeatedRow` when a key comes twice.
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

  /// The value that the rows of a section have in common.
  func key(of section: SectionID) -> SectionKey { keys[section.index] }

  /// The section of a key, when the list has it.
  func section(of key: SectionKey) -> SectionID? {
    isGrouped ? sectionsByKey[key] : rows.section(at: 0)
  }

  /// The place of an object, or nil when it is not in the list.
  mutating func place(of key: RowKey) -> RowPlace? { rows.place(of: key.rowNumber) }

  /// The place of a row of a section.
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

  /// Makes the object that finds places in the list. It takes over the search cache meanwhile: as the only owner it
  /// changes the cache without a copy.
  mutating func placing<Source>(by source: Source) -> Placing<Source> {
    // Sections are short, and there are many; an order of identity reads nothing.
    if isGrouped || source.termCount == 0 { return Placing(source) }
    defer { searchCache = SearchCache() }
    return Placing(source, searchCache)
  }

  /// Removes touched rows from the search cache.
  mutating func forgetSearchCache(of touches: [ResultsTouch]) { searchCache.forget(touches) }

  mutating func keepSearchCache(of placing: Placing<some ResultsSource>) {
    if let searchCache = placing.searchCache { self.searchCache = searchCache }
  }

  /// Changes rows. Sections are changed by the methods below.
  mutating func withRows<Result>(_ body: (inout OrderedRows<RowKey>) throws -> Result) rethrows -> Result {
    try body(&rows)
  }

  /// Updates the runs by changes of the rows.
  ///
  /// - Throws: the source's error. There are no runs then.
  mutating func followRuns(_ changes: ResultsChanges, from source: some ResultsSource) throws {
    guard var runs else { return }
    // Held once, so that nothing is copied.
    self.runs = nil
    if try !runs.follow(changes.rows, count: rows.count, valueOf: { try source.values(of: $0, from: 0)?.first }) {
      // More has changed than was reported.
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
    // Another section may have taken over the key.
    if sectionsByKey[keys[section.index]] == section { sectionsByKey[keys[section.index]] = nil }
  }

  /// Gives a section its key back, which another section had taken over.
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
  // Rows of one list have one root entity, so that the primary key alone identifies them.
  package var rowNumber: Int64 { primaryKey }
}

/// The error that the objects of a section are not adjacent: the first sort descriptor does not sort by section.
struct SectionsOutOfOrder: Error {
  let section: SectionKey
  /// The index in the whole list of the first object that is apart from its section.
  let row: Int
}
