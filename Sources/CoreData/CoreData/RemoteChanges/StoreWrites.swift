import Foundation

/// The external writes to a store since the last check. They are read from its history or, if it has none, found by
/// comparing the versions of all its rows.
struct StoreWrites {
  /// The keys of rows with external writes, without duplicates.
  struct Keys: Sendable {
    var inserted: [RowKey] = []
    var updated: [(key: RowKey, slots: SlotSet?)] = []
    var deleted: [RowKey] = []
    /// The span of writes that these keys report.
    var span: ExternalSpan

    /// Whether no rows were written.
    var isEmpty: Bool { span.isComplete && inserted.isEmpty && updated.isEmpty && deleted.isEmpty }
  }

  /// The number of the last transaction that was read; nil if the store has no history.
  private(set) var transaction: Int64?
  /// The row versions at the last check. Nil until they are read, and also if something was written before that.
  private var rows: ExternalWrites?
  private var reportedVersion: Int
  private let roots: Set<Int>

  /// - Complexity: a few microseconds. Without a history, `prepare()` must read all row versions.
  /// - Throws: the store's error.
  init(_ store: NSPersistentStore) throws {
    defer { store.rows.endReadTransaction() }
    reportedVersion = try store.rows.externalVersion()
    transaction = try store.rows.historySpan()?.last
    roots = Set(store.entityIndices.map { store.rows.model.entities[$0].root })
    if let transaction { _ = store.rows.takeOwnTransactions(through: transaction) }
  }

  /// Reads the row versions that later checks compare with, if they were not read yet.
  mutating func prepare(_ store: NSPersistentStore) throws {
    guard transaction == nil, rows == nil, let coordinator = store.persistentStoreCoordinator else { return }
    let entities = coordinator.model.compile().entities
    let read = try ExternalWrites(to: coordinator, of: store.entityIndices.sorted().map { entities[$0] })
    // Discarded after a write, because a row written meanwhile would count as one that existed before.
    if try store.rows.externalVersion() == reportedVersion { rows = read }
    store.rows.endReadTransaction()
  }

  /// Records rows that the coordinator saved itself. With a history this is not necessary.
  func noteOwn(_ versions: [RowVersion]) { rows?.noteOwn(versions) }

  /// Returns the keys written since the last call; nil if nothing was written. If there are keys and the store's
  /// `lendsNews` is true, their read transaction stays open.
  ///
  /// - Complexity: O(changes) with a history; otherwise O(rows), with a read of two integers for each.
  /// - Throws: the store's error. The next call then returns the same writes.
  mutating func read(_ store: NSPersistentStore) throws -> Keys? {
    var isLent = false
    defer { if !isLent { store.rows.endReadTransaction() } }
    guard let transaction else { return try readRows(store) }
    guard let news = try store.rows.news(since: reportedVersion, after: transaction) else { return nil }
    let span = ExternalSpan(from: reportedVersion, to: news.version, roots: roots)
    var keys: Keys
    if let changes = news.changes {
      keys = Keys(changes, but: store.rows.takeOwnTransactions(through: news.last), in: store.rows.model, span)
      keys.span.history = news.history
    } else {
      keys = try everything(store, span)
    }
    let isNew = news.version != reportedVersion
    (self.transaction, reportedVersion) = (news.last, news.version)
    // Only the store's own saves were found.
    if !isNew, keys.isEmpty { return nil }
    isLent = store.rows.lendsNews && !keys.isEmpty
    return keys
  }

  private mutating func readRows(_ store: NSPersistentStore) throws -> Keys? {
    let version = try store.rows.externalVersion()
    guard version != reportedVersion else { return nil }
    let span = ExternalSpan(from: reportedVersion, to: version, roots: roots)
    guard let rows else {
      let keys = try everything(store, span)
      // Reads the row versions for the next check, unless there was another write meanwhile.
      reportedVersion = version
      try prepare(store)
      return keys
    }
    let keys = try rows.poll().map { Keys($0, span) } ?? Keys(span: span)
    reportedVersion = version
    return keys
  }

  /// Returns the keys of all rows, as if each had changed. Deleted rows cannot be named.
  private func everything(_ store: NSPersistentStore, _ span: ExternalSpan) throws -> Keys {
    var keys = Keys(span: span)
    keys.span.isComplete = false
    for root in roots.sorted() {
      let entity = store.rows.model.entities[root]
      keys.updated += try store.rows.versions(of: entity).map { ($0.key, nil) }
    }
    return keys
  }
}

extension StoreWrites.Keys {
  /// Creates the keys of changes, except changes in transactions of the store's own coordinator, given by number,
  /// because its contexts already know them.
  fileprivate init(
    _ changes: [StoreNews.Change], but own: Set<Int64>, in model: ModelLayout, _ span: ExternalSpan
  ) {
    self.init(span: span)
    let keys = HistoryKeys(changes.lazy.filter { !own.contains($0.transaction) }.map(\.change), in: model)
    inserted = keys.inserted
    updated = keys.updated.map { ($0.key, $0.slots) }
    deleted = keys.deleted
  }

  /// Creates the keys from the result of `ExternalWrites`.
  fileprivate init(_ found: [AnyHashable: Any], _ span: ExternalSpan) {
    self.init(span: span)
    func keys(_ name: String) -> [RowKey] {
      let ids = found[name] as? Set<NSManagedObjectID> ?? []
      return ids.map(\.key).sorted { $0.precedesByIdentity($1) }
    }
    inserted = keys(NSInsertedObjectIDsKey)
    updated = keys(NSUpdatedObjectIDsKey).map { ($0, nil) }
    deleted = keys(NSDeletedObjectIDsKey)
  }
}
