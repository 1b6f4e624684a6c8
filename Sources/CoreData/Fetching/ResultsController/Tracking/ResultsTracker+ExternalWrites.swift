import OrderedRows

/// The last external write to a store that a list contains.
struct ExternalWriteCursor {
  /// The store's `externalVersion`.
  private(set) var version = 0
  /// The transactions of the store's history, its own ones among them; nil where it keeps none.
  private var history: HistorySpan?

  /// Creates a cursor before all writes, for a store that was not asked.
  init() {}

  /// Reads the external writes that the next read of a store sees. The row that the context has read last may be older.
  init(to store: any RowStore, in context: NSManagedObjectContext) throws {
    version = try store.externalVersion()
    context.graph.forgetRow()
    // A list can do without a history that cannot be read.
    history = try? store.historySpan()
  }

  /// Records the external writes that an event reports to the list.
  mutating func note(_ span: ExternalSpan) {
    guard span.from <= version, version < span.to else { return }
    version = span.to
    if let newest = span.history { history = newest }
  }

  /// The changes between these writes and newer ones, the store's own saves included; nil if the history cannot name
  /// them: there is none, a part of it was deleted, something was written without it, it cannot be read, or there are
  /// more changes than a limit.
  func changes(upTo newest: Self, in store: any RowStore, limit: Int) -> HistoryKeys? {
    guard let seen = history, let now = newest.history, seen.last < now.last, seen.last + 1 >= now.first ?? .max,
      now.lastChange - seen.lastChange <= limit
    else { return nil }
    return (try? store.history(after: .number(seen.last), withChanges: true)).map {
      HistoryKeys($0.lazy.flatMap(\.changes), in: store.model)
    }
  }
}

extension ResultsTracker {
  /// Adds the external changes since the list was fetched that the context has not merged, because a place is searched
  /// among the values that are stored now.
  ///
  /// - Returns: false if those changes are not known, or so many that fetching is faster.
  /// - Complexity: a few microseconds if there are no external writes, O(changes) otherwise.
  func followExternalWrites(
    _ touches: inout [ResultsTouch], _ query: ResultsQuery, _ source: ContextResults
  ) throws -> Bool {
    let store = try context.graph.requireStore(holding: query.entity.index).rows
    if try store.readVersion() == externalWrites.version { return true }
    // A parent's changes are not in the store.
    guard !isBehind, !query.request.isWindowed, context.parent == nil, query.dependencies.relatedRoots != nil, let list
    else { return false }
    let now = try ExternalWriteCursor(to: store, in: context)
    let limit = max(Self.manyTouches, list.rows.count / 8)
    guard let keys = externalWrites.changes(upTo: now, in: store, limit: limit) else { return false }
    let event = ContextEvent()
    event.inserted = keys.inserted
    event.updated = keys.updated.map { ContextEvent.Update(key: $0.key, slots: $0.slots) }
    event.deleted = keys.deleted
    // The history does not name the objects that lost a reference by a batch request.
    if query.mayHaveLostReferences(in: event) { return false }
    let (changed, isWhole) = try query.touches(
      of: event, from: source, passedOver: SlotSet(), hasNewestRows: false)
    guard isWhole else { return false }
    touches.placeByStore(changed.filter { $0.effect != .samePlace }.map(\.key))
    externalWrites = now
    return true
  }

  /// Records the external writes that an event reports to the list.
  func noteExternalWrites(_ event: ContextEvent, _ query: ResultsQuery) {
    if event.external.isEmpty { return }
    guard let roots = query.dependencies.relatedRoots?.union([query.entity.root]) else { return }
    for span in event.external where span.roots.isSuperset(of: roots) { externalWrites.note(span) }
  }
}

extension [ResultsTouch] {
  /// Has objects placed by their stored values: a row that came with the event may be older.
  fileprivate mutating func placeByStore(_ keys: [RowKey]) {
    placeAgain(keys)
    let keys = Set(keys)
    for index in indices where keys.contains(self[index].key) { self[index].row = nil }
  }
}
