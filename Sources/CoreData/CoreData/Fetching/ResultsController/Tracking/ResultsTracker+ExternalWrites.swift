import OrderedRows

/// The last external write that a list has followed.
struct ExternalWriteCursor {
  /// The store's `externalVersion`.
  private(set) var version = 0
  /// The transactions in the store's history, including those of this coordinator; nil if there is no history.
  private var history: HistorySpan?

  /// Creates a cursor before all writes, without asking a store.
  init() {}

  /// Creates a cursor at the external writes that the next read of a store sees. Clears the context's cached last
  /// row, which may be older.
  init(to store: any RowStore, in context: NSManagedObjectContext) throws {
    version = try store.externalVersion()
    context.graph.forgetRow()
    // The history is optional, so an error in reading it is ignored.
    history = try? store.historySpan()
  }

  /// Records external writes that an event reports to the list.
  mutating func note(_ span: ExternalSpan) {
    guard span.from <= version, version < span.to else { return }
    version = span.to
    if let newest = span.history { history = newest }
  }

  /// The changes after this cursor up to a newer one, including the store's own saves. Nil if the history cannot name
  /// them: there is none, a part of it was deleted, a write bypassed it, it cannot be read, or it has more changes
  /// than the limit.
  func changes(upTo newest: Self, in store: any RowStore, limit: Int) -> HistoryKeys? {
    guard let seen = history, let now = newest.history, seen.era == now.era, seen.last < now.last,
      seen.last + 1 >= now.first ?? .max,
      now.lastChange - seen.lastChange <= limit
    else { return nil }
    return (try? store.history(after: .number(seen.last), withChanges: true)).map {
      HistoryKeys($0.lazy.flatMap(\.changes), in: store.model)
    }
  }
}

extension ResultsTracker {
  /// Adds touches for external changes that were made after the list was fetched and that the context has not merged.
  /// This is necessary because places are searched by the currently stored values.
  ///
  /// - Returns: false if those changes are unknown, or so many that fetching again is faster.
  /// - Complexity: a few microseconds without external writes, otherwise O(changes).
  func followExternalWrites(
    _ touches: inout [ResultsTouch], _ query: ResultsQuery, _ source: ContextResults
  ) throws -> Bool {
    let store = try context.graph.requireStore(holding: query.entity.index).rows
    if try store.readVersion() == externalWrites.version { return true }
    // The store does not contain a parent's changes.
    guard !isBehind, !query.request.isWindowed, context.parent == nil, query.dependencies.relatedRoots != nil, let list
    else { return false }
    let now = try ExternalWriteCursor(to: store, in: context)
    let limit = max(Self.manyTouches, list.rows.count / 8)
    guard let keys = externalWrites.changes(upTo: now, in: store, limit: limit) else { return false }
    let event = ContextEvent()
    event.inserted = keys.inserted
    event.updated = keys.updated.map { ContextEvent.Update(key: $0.key, slots: $0.slots) }
    event.deleted = keys.deleted
    // The history does not name objects whose references a batch request removed.
    if query.mayHaveLostReferences(in: event) { return false }
    let (changed, isWhole) = try query.touches(
      of: event, from: source, passedOver: SlotSet(), hasNewestRows: false)
    guard isWhole else { return false }
    touches.placeByStore(changed.filter { $0.effect != .samePlace }.map(\.key))
    externalWrites = now
    return true
  }

  /// Records external writes that an event reports to the list.
  func noteExternalWrites(_ event: ContextEvent, _ query: ResultsQuery) {
    if event.external.isEmpty { return }
    guard let roots = query.dependencies.relatedRoots?.union([query.entity.root]) else { return }
    for span in event.external where span.roots.isSuperset(of: roots) { externalWrites.note(span) }
  }
}

extension [ResultsTouch] {
  /// Makes objects be placed by their stored values, because a row in the event may be older.
  fileprivate mutating func placeByStore(_ keys: [RowKey]) {
    placeAgain(keys)
    let keys = Set(keys)
    for index in indices where keys.contains(self[index].key) { self[index].row = nil }
  }
}
