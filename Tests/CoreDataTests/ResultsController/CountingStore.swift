import Foundation

@testable import CoreData

/// A store, in memory or in a file, that counts the requests to it.
final class CountingStore: RowStore {
  struct Counts: Equatable {
    var keys = 0
    var rows = 0
    var values = 0
    var related = 0
    var seeks = 0
    var changes = 0
  }

  private let rows: any RowStore
  private let counts = Protected(Counts())
  /// A number added to the count of external writes, to simulate another process.
  let external = Protected(0)
  /// A closure that is called once, before values are read or a place is sought.
  let beforeSearch = Protected<(() throws -> Void)?>(nil)
  /// Whether rows and destinations cannot be read.
  let isUnreadable = Protected(false)
  /// Whether the check for external writes fails.
  let isUnversioned = Protected(false)

  init(_ rows: any RowStore) {
    self.rows = rows
  }

  /// Returns the counts since the last call.
  func take() -> Counts {
    counts.withLock { counts in
      defer { counts = Counts() }
      return counts
    }
  }

  private func count<Result>(
    _ count: WritableKeyPath<Counts, Int>, times: Int = 1, _ body: () throws -> Result
  ) throws -> Result {
    counts.withLock { $0[keyPath: count] += times }
    if count == \.rows || count == \.related, isUnreadable.withLock({ $0 }) { throw CocoaError(.fileReadUnknown) }
    return try body()
  }

  var model: ModelLayout { rows.model }
  var isReadOnly: Bool { rows.isReadOnly }

  func keys(matching query: RowQuery, groupedBy group: CompiledPath?) throws -> KeyList {
    try count(\.keys) { try rows.keys(matching: query, groupedBy: group) }
  }
  func rows(matching query: RowQuery) throws -> [Row] { try count(\.rows) { try rows.rows(matching: query) } }
  func count(matching query: RowQuery) throws -> Int { try count(\.keys) { try rows.count(matching: query) } }
  func row(for key: RowKey) throws -> Row? { try count(\.rows) { try rows.row(for: key) } }
  func rows(for keys: [RowKey]) throws -> [Row?] { try count(\.rows) { try rows.rows(for: keys) } }
  func values(at paths: [CompiledPath], for key: RowKey) throws -> [Value]? {
    try search()
    return try count(\.values) { try rows.values(at: paths, for: key) }
  }
  private func search() throws {
    let before = beforeSearch.withLock { hook in
      defer { hook = nil }
      return hook
    }
    try before?()
  }
  func related(_ slot: Int, of key: RowKey) throws -> [RowKey] {
    try count(\.related) { try rows.related(slot, of: key) }
  }
  func related(_ slot: Int, of keys: [RowKey]) throws -> [[RowKey]] {
    try count(\.related) { try rows.related(slot, of: keys) }
  }
  func seek(_ order: RowSeek.Order) throws -> RowSeek? { try rows.seek(order) }
  func firstRows(
    _ seek: RowSeek, after places: [RowSeek.Place], where accepts: (_ place: Int, _ primaryKey: Int64) -> Bool
  ) throws -> [RowSeek.Answer] {
    try search()
    return try count(\.seeks, times: places.count) { try rows.firstRows(seek, after: places, where: accepts) }
  }
  func versions(of entity: EntityLayout) throws -> RowVersions { try rows.versions(of: entity) }
  func save(_ changes: StoreChanges) throws -> StoreSaveResult { try rows.save(changes) }
  func allocateKeys(for entities: [EntityLayout]) throws -> [RowKey] { try rows.allocateKeys(for: entities) }
  func beginReading() { rows.beginReading() }
  func endReadTransaction() { rows.endReadTransaction() }
  func externalVersion() throws -> Int {
    if isUnversioned.withLock({ $0 }) { throw CocoaError(.fileReadUnknown) }
    return try external.withLock { $0 } + rows.externalVersion()
  }
  func historySpan() throws -> HistorySpan? { try rows.historySpan() }
  func history(after bound: HistoryBound?, withChanges: Bool) throws -> [HistoryTransaction] {
    let found = try rows.history(after: bound, withChanges: withChanges)
    return try count(\.changes, times: found.reduce(0) { $0 + $1.changes.count }) { found }
  }
  func close() { rows.close() }

  /// Makes a coordinator with one such store.
  ///
  /// - Parameter url: the store's file; nil for one in memory.
  static func coordinator(
    of model: NSManagedObjectModel = MusicModel.make(), at url: URL? = nil
  ) throws -> (NSPersistentStoreCoordinator, CountingStore) {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    let entities = Set(model.layout.entities.indices)
    let kind: any StoreKind = url == nil ? InMemoryStoreKind() : SQLiteStoreKind()
    let opened = try kind.open(StoreOpening(url: url, model: model, entityIndices: entities))
    let store = CountingStore(opened.rows)
    let facts = StoreFacts(
      type: url == nil ? NSInMemoryStoreType : NSSQLiteStoreType, url: url, configurationName: nil,
      entityIndices: entities, options: nil
    )
    let persistent = NSPersistentStore(
      OpenedStore(rows: store, metadata: opened.metadata), facts: facts, coordinator: coordinator
    )
    coordinator.state.withLock { $0.stores.append(persistent) }
    return (coordinator, store)
  }
}
