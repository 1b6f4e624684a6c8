import OrderedRows

/// Which writes of other processes and coordinators to a store a list has.
struct OthersWrites {
  /// The store's `externalVersion`.
  private(set) var version = 0
  /// The transactions of the store's history, its own ones among them; nil where it keeps none.
  private var history: HistorySpan?

  /// None to a store that is not asked.
  init() {}

  /// Those that the next read of a store sees. What a context has read last may be of the state before.
  init(to store: any RowStore, in context: NSManagedObjectContext) throws {
    version = try store.externalVersion()
    context.reach.forgetRow()
    // A list can do without one that cannot be read.
    history = try? store.historySpan()
  }

  /// Takes what an event reports to the list.
  mutating func note(_ span: ExternalSpan) {
    guard span.from <= version, version < span.to else { return }
    version = span.to
    if let told = span.history { history = told }
  }

  /// What was written between these and newer ones, the store's own saves among it; nil where the history does not say
  /// that: there is none, a part of it was deleted, something was written past it, it cannot be read, or there is more
  /// than a limit.
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
  /// Adds what others changed since the list was fetched and the context has not merged: the values among which a place
  /// is searched are those that are stored now.
  ///
  /// - Returns: false where it cannot be known what that is, or where it is so much that fetching takes less.
  /// - Complexity: a few microseconds where nobody else wrote, O(changes) otherwise.
  func followOthers(_ touches: inout [ResultsTouch], _ query: ResultsQuery, _ source: ContextResults) throws -> Bool {
    let store = try context.requireStore(holding: query.entity.index).rows
    if try store.readVersion() == others.version { return true }
    // What a parent has is not in the store.
    guard !isBehind, !query.request.isWindowed, context.parent == nil, query.dependencies.relatedRoots != nil, let list
    else { return false }
    let now = try OthersWrites(to: store, in: context)
    let limit = max(Self.manyTouches, list.rows.count / 8)
    guard let keys = others.changes(upTo: now, in: store, limit: limit) else { return false }
    let event = ContextEvent()
    event.inserted = keys.inserted
    event.updated = keys.updated.map { ContextEvent.Update(key: $0.key, slots: $0.slots) }
    event.deleted = keys.deleted
    // Nothing names what lost a reference by a batch request.
    if query.mayHaveLostReferences(in: event) { return false }
    let (changed, isWhole) = try query.touches(
      of: event, from: source, passedOver: SlotSet(), hasNewestRows: false)
    guard isWhole else { return false }
    touches.placeByStore(changed.filter { $0.effect != .samePlace }.map(\.key))
    others = now
    return true
  }

  /// Remembers which writes of other processes and coordinators an event reports to the list.
  func noteExternalWrites(_ event: ContextEvent, _ query: ResultsQuery) {
    if event.external.isEmpty { return }
    guard let roots = query.dependencies.relatedRoots?.union([query.entity.root]) else { return }
    for span in event.external where span.roots.isSuperset(of: roots) { others.note(span) }
  }
}

extension [ResultsTouch] {
  /// Has objects placed by what is stored of them now: a row that came with the event may be older.
  fileprivate mutating func placeByStore(_ keys: [RowKey]) {
    placeAgain(keys)
    let keys = Set(keys)
    for index in indices where keys.contains(self[index].key) { self[index].row = nil }
  }
}
