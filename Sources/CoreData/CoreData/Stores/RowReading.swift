/// Reads one state of a store. A store itself conforms, and reads its last saved state.
package protocol RowReading {
  var model: ModelLayout { get }

  /// The keys of the rows that match a query, in its order.
  ///
  /// - Parameter group: a path of to-one relationships that may end in an attribute. Adjacent rows with equal values at
  ///   the path form a group, so the query's order must begin with it.
  func keys(matching query: RowQuery, groupedBy group: CompiledPath?) throws -> KeyList

  /// The rows that match a query, in its order, with their values.
  func rows(matching query: RowQuery) throws -> [Row]

  func count(matching query: RowQuery) throws -> Int

  /// The groups of a fetch, in any order. Nil if the store cannot compute them, so that the caller must read the rows.
  func groups(_ query: GroupQuery) throws -> [RowGroup]?

  /// The columns of a fetch, row by row in its order. Nil if the store cannot compute them, so that the caller must
  /// read the rows.
  func columns(_ query: ColumnQuery) throws -> [[Value]]?

  func row(for key: RowKey) throws -> Row?

  /// The rows with the given keys, in the order of the keys; nil for a row that does not exist.
  func rows(for keys: [RowKey]) throws -> [Row?]

  /// The values of one row at the given paths, in their order; nil if the row does not exist. Finds the place of an
  /// object in an order without filling it.
  func values(at paths: [CompiledPath], for key: RowKey) throws -> [Value]?

  /// Passes a closure that returns the values of a row, so that many rows can be read with one preparation.
  ///
  /// - Parameter body: reads the values. It may be called again, so it must have no side effects.
  func withValues<Result>(
    at paths: [CompiledPath], _ body: (_ values: (RowKey) throws -> [Value]?) throws -> Result
  ) throws -> Result

  /// Prepares seeking in an order; nil if the store has no index for it and would have to search.
  func seek(_ order: RowSeek.Order) throws -> RowSeek?

  /// Finds, after each of several places, the first row that is accepted.
  ///
  /// - Parameters:
  ///   - seek: a result of `seek(_:)` of this store.
  ///   - places: their values are the group's value, if the order has groups, then a value for each term. All must be
  ///     seekable.
  ///   - accepts: returns whether a row is accepted for the place at an index. It may be called twice with one row.
  /// - Returns: an answer for each place, in the order of the places.
  func firstRows(
    _ seek: RowSeek, after places: [RowSeek.Place], where accepts: (_ place: Int, _ primaryKey: Int64) -> Bool
  ) throws -> [RowSeek.Answer]

  /// The destinations of a to-many relationship, in its order when it has one, otherwise by primary key.
  func related(_ slot: Int, of key: RowKey) throws -> [RowKey]

  /// The destinations of the relationship for several owners, in the order of the owners.
  func related(_ slot: Int, of keys: [RowKey]) throws -> [[RowKey]]

  /// The version of every row of an entity and its subentities, by ascending primary key. It is the cheapest way to
  /// find out which rows another coordinator wrote.
  func versions(of entity: EntityLayout) throws -> RowVersions
}

extension RowReading {
  /// The values that a history preserves of rows that are about to be deleted, by key and slot.
  ///
  /// - Parameter preserved: the slots of these values, by entity.
  package func tombstones(
    of deletions: [StoreChanges.Deletion], preserving preserved: [Int: [Int]]
  ) throws -> [RowKey: [Int: Value]] {
    let keys = deletions.map(\.key).filter { preserved[Int($0.entity)] != nil }
    guard !keys.isEmpty else { return [:] }
    var result: [RowKey: [Int: Value]] = [:]
    for case let row? in try rows(for: keys) {
      let slots = preserved[Int(row.key.entity)] ?? []
      result[row.key] = Dictionary(uniqueKeysWithValues: slots.map { ($0, row[$0]) })
    }
    return result
  }

  /// The indices of the keys, grouped by table. No group is empty.
  package func byTable(_ keys: [RowKey]) -> [[Int]] {
    guard let first = keys.first else { return [] }
    // Usually all keys have one entity.
    if keys.allSatisfy({ $0.entity == first.entity }) { return [Array(keys.indices)] }
    return Array(Dictionary(grouping: keys.indices) { model[keys[$0]].root }.values)
  }

  package func columns(_ query: ColumnQuery) throws -> [[Value]]? { nil }

  package func withValues<Result>(
    at paths: [CompiledPath], _ body: (_ values: (RowKey) throws -> [Value]?) throws -> Result
  ) throws -> Result {
    try body { try values(at: paths, for: $0) }
  }
}

/// A store whose reads each get a `Reading`, which reads one state of the store.
package protocol ReadingRowStore: RowStore {
  associatedtype Reading: RowReading

  /// - Parameter body: reads. It may be called again, so it must have no side effects.
  func read<Result>(_ body: (Reading) throws -> Result) throws -> Result

  /// Reads a table or an index that may be read as a whole. The default implementation calls `read(_:)`.
  func readAll<Result>(_ body: (Reading) throws -> Result) throws -> Result
}

extension ReadingRowStore {
  package func readAll<Result>(_ body: (Reading) throws -> Result) throws -> Result { try read(body) }

  package func keys(matching query: RowQuery, groupedBy group: CompiledPath?) throws -> KeyList {
    try readAll { try $0.keys(matching: query, groupedBy: group) }
  }

  package func rows(matching query: RowQuery) throws -> [Row] { try readAll { try $0.rows(matching: query) } }

  package func count(matching query: RowQuery) throws -> Int { try readAll { try $0.count(matching: query) } }

  package func groups(_ query: GroupQuery) throws -> [RowGroup]? { try readAll { try $0.groups(query) } }

  package func columns(_ query: ColumnQuery) throws -> [[Value]]? { try readAll { try $0.columns(query) } }

  package func row(for key: RowKey) throws -> Row? { try read { try $0.row(for: key) } }

  package func rows(for keys: [RowKey]) throws -> [Row?] { try read { try $0.rows(for: keys) } }

  package func values(at paths: [CompiledPath], for key: RowKey) throws -> [Value]? {
    try read { try $0.values(at: paths, for: key) }
  }

  package func withValues<Result>(
    at paths: [CompiledPath], _ body: (_ values: (RowKey) throws -> [Value]?) throws -> Result
  ) throws -> Result {
    try read { try $0.withValues(at: paths, body) }
  }

  package func seek(_ order: RowSeek.Order) throws -> RowSeek? { try read { try $0.seek(order) } }

  package func firstRows(
    _ seek: RowSeek, after places: [RowSeek.Place], where accepts: (_ place: Int, _ primaryKey: Int64) -> Bool
  ) throws -> [RowSeek.Answer] {
    try read { try $0.firstRows(seek, after: places, where: accepts) }
  }

  package func related(_ slot: Int, of key: RowKey) throws -> [RowKey] { try read { try $0.related(slot, of: key) } }

  package func related(_ slot: Int, of keys: [RowKey]) throws -> [[RowKey]] {
    try read { try $0.related(slot, of: keys) }
  }

  package func versions(of entity: EntityLayout) throws -> RowVersions { try readAll { try $0.versions(of: entity) } }
}

/// A store that reads an earlier state of another store, and forwards everything else to that store.
package protocol PinnedRowStore: ReadingRowStore {
  associatedtype Store: RowStore
  var store: Store { get }
}

extension PinnedRowStore {
  package var model: ModelLayout { store.model }
  package var isReadOnly: Bool { store.isReadOnly }

  package func save(_ changes: StoreChanges) throws -> StoreSaveResult { try store.save(changes) }
  package func allocateKeys(for entities: [EntityLayout]) throws -> [RowKey] { try store.allocateKeys(for: entities) }
  package func beginReading() { store.beginReading() }
  package func endReadTransaction() { store.endReadTransaction() }
  package func externalVersion() throws -> Int { try store.externalVersion() }
  package func historySpan() throws -> HistorySpan? { try store.historySpan() }
  package func history(after bound: HistoryBound?, withChanges: Bool) throws -> [HistoryTransaction] {
    try store.history(after: bound, withChanges: withChanges)
  }
  package func deleteHistory(before bound: HistoryBound) throws -> Int { try store.deleteHistory(before: bound) }
  package func takeOwnTransactions(through number: Int64) -> Set<Int64> { store.takeOwnTransactions(through: number) }
}
