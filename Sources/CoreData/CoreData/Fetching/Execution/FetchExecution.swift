import Foundation

/// A fetch of a context. The store returns its last saved state, the context's pending changes are applied to it, and
/// then limit, offset and result type.
struct FetchExecution {
  let context: NSManagedObjectContext
  let options: FetchOptions
  /// The source that the context reads: a store, or the parent.
  let rows: any RowStore
  let entity: EntityLayout
  /// The whole predicate.
  let predicate: CompiledPredicate?
  /// The part of the predicate that needs objects to be evaluated.
  let objectPredicate: CompiledPredicate?
  /// The query for the store: the rest of the predicate, the order and the window.
  let query: RowQuery
  /// The pending changes of the context that affect the fetch.
  let overlay: PendingOverlay

  /// Resolves a request against the context's model.
  ///
  /// - Parameter isCancelled: returns true when the results are not wanted any more.
  /// - Throws: an error that says what is wrong in the request; 134070 if no store holds the entity.
  init<T>(
    _ request: NSFetchRequest<T>, unless isCancelled: (@Sendable () -> Bool)? = nil, in context: NSManagedObjectContext
  ) throws {
    context.requireQueue()
    let model = context.graph.model
    let entity = try Self.entity(of: request, in: context)
    let store = try context.graph.requireStore(holding: entity.index)
    let predicate = try store.predicate(request.predicate, of: request.affectedStores).map {
      try CompiledPredicate($0, entity: entity, model: model, storeIdentifier: store.identifier)
    }
    let order = try CompiledOrder(request.sortDescriptors ?? [], entity: entity, model: model)
    let query = RowQuery(
      entity: entity, includesSubentities: request.includesSubentities, predicate: predicate, order: order,
      limit: max(0, request.fetchLimit), offset: max(0, request.fetchOffset)
    )
    var options = FetchOptions(request)
    options.isCancelled = isCancelled
    try self.init(query, options, in: context)
  }

  /// Creates the fetch of a query whose predicate may need objects, or the fetch that a child context makes in its
  /// parent.
  init(
    _ whole: RowQuery, _ options: FetchOptions = FetchOptions(),
    in context: NSManagedObjectContext
  ) throws {
    let parts = whole.predicate?.split(context.graph.model)
    self.context = context
    self.options = options
    rows = try context.graph.requireRows(holding: whole.entity.index)
    entity = whole.entity
    predicate = whole.predicate
    objectPredicate = parts?.objects
    var query = whole
    query.predicate = parts?.stored
    self.query = query
    if options.includesPendingChanges {
      context.processEvents()
      overlay = PendingOverlay(of: context, on: query, predicate)
    } else {
      // Refreshed objects are reported in an event, so earlier changes must be reported first.
      if options.refreshesRefetchedObjects { context.processEvents() }
      overlay = PendingOverlay()
    }
  }

  /// Queries the store or the parent. Cancelling the fetch aborts the query.
  func ask<Result>(_ body: (any RowStore) throws -> Result) rethrows -> Result {
    try FetchCancellation.given(options.isCancelled) { try body(rows) }
  }

  /// Calls a closure with each key. The rows of many keys are read at once, because each round trip to a server takes
  /// time.
  ///
  /// - Throws: the body's error, or `CocoaError.userCancelled` if the fetch is cancelled.
  func forEach(_ keys: some Collection<RowKey>, _ body: (RowKey) throws -> Void) throws {
    var rest = keys[...]
    while !rest.isEmpty {
      if options.isCancelled?() == true { throw CocoaError(.userCancelled) }
      let chunk = Array(rest.prefix(Self.chunkSize))
      rest = rest.dropFirst(Self.chunkSize)
      guard context.parentLink.superior == nil else {
        for key in chunk { try body(key) }
        continue
      }
      var rows = try ask { try $0.rows(for: chunk.filter { !context.graph.isUnsaved($0) }) }.makeIterator()
      for key in chunk {
        // The body reads this row next, whatever property it needs.
        if !context.graph.isUnsaved(key), let row = rows.next() ?? nil { context.graph.readScope.note(row) }
        try body(key)
      }
    }
  }

  /// The keys that satisfy a condition, in their order.
  private func filter(_ keys: some Collection<RowKey>, _ matches: (RowKey) throws -> Bool) throws -> [RowKey] {
    var matching: [RowKey] = []
    try forEach(keys) { if try matches($0) { matching.append($0) } }
    return matching
  }

  private static var chunkSize: Int { 1_000 }

  /// The identifier of the store that is fetched from.
  var storeIdentifier: String? { (try? context.graph.requireStore(holding: entity.index))?.identifier }

  /// The reader of values as the fetch sees them.
  var reader: ContextReader { ContextReader(changes: context.changes, readsPending: options.includesPendingChanges) }

  /// Whether the store's result is final, including limit and offset.
  var storeDecides: Bool { overlay.kind == .none && objectPredicate == nil }

  /// The keys of the results within limit and offset, in order.
  func keys() throws -> ContiguousArray<RowKey> {
    if storeDecides, !isOrderedInMemory { return try storedKeys(query).keys }
    return cut(try allKeys())
  }

  /// The keys of the results within limit and offset, in order, and their groups if a path to group by is given.
  ///
  /// - Parameter group: a path of to-one relationships that may end in an attribute. The sort order begins with it.
  func keyList(groupedBy group: CompiledPath?) throws -> KeyList {
    if storeDecides, !isOrderedInMemory { return try storedKeys(query, groupedBy: group) }
    var list = KeyList(keys: cut(try allKeys()))
    guard let group else { return list }
    for key in list.keys {
      let value = try group.value(from: key, in: reader)
      if let last = list.groups.last, last.value.isSame(as: value) {
        list.groups.extend()
      } else {
        list.groups.begin(value)
      }
    }
    return list
  }

  /// The rows of the results, in the form for child contexts.
  func presentRows() throws -> [Row] {
    guard storeDecides, !isOrderedInMemory else {
      return try context.parentLink.presentRows(Array(try keys())).compactMap { $0 }
    }
    let rows = try ask { try $0.rows(matching: query) }
    guard context.hasChanges else { return rows }
    return try rows.compactMap {
      context.changes.changedObject(for: $0.key) == nil ? $0 : try context.parentLink.presentRow($0.key)
    }
  }

  /// The number of results.
  func count() throws -> Int {
    if options.isGathered { return try dictionaries().count }
    guard storeDecides else { return try keys().count }
    var whole = query
    whole.limit = 0
    whole.offset = 0
    let rest = max(0, try ask { try $0.count(matching: whole) } - query.offset)
    return query.limit > 0 ? min(query.limit, rest) : rest
  }

  /// Whether the order uses values that are not stored.
  var isOrderedInMemory: Bool {
    query.order.paths.contains { $0.slot(in: context.graph.model).isTransient }
  }

  private func allKeys() throws -> ContiguousArray<RowKey> {
    let reader = reader
    var whole = query
    whole.limit = 0
    whole.offset = 0
    if isOrderedInMemory { whole.order = .byIdentity }
    if overlay.kind == .everything {
      // A pending change may affect any object, so each object is evaluated.
      whole.predicate = nil
      whole.order = .byIdentity
      let candidates = overlay.candidates(among: try storedKeys(whole).keys)
      let matching = try filter(candidates) { try predicate?.matches($0, in: reader) ?? true }
      return ContiguousArray(try query.order.sorted(matching, in: reader))
    }
    var keys = try storedKeys(whole).keys
    if let objectPredicate {
      keys = ContiguousArray(
        try filter(keys) { try overlay.changed.contains($0) || objectPredicate.matches($0, in: reader) })
    }
    guard overlay.kind == .some else {
      return isOrderedInMemory ? ContiguousArray(try query.order.sorted(Array(keys), in: reader)) : keys
    }
    let arriving = try overlay.present.filter { try predicate?.matches($0, in: reader) ?? true }
    let staying = keys.filter { !overlay.changed.contains($0) }
    if isOrderedInMemory { return ContiguousArray(try query.order.sorted(Array(staying) + arriving, in: reader)) }
    return try OrderedMerge(order: query.order, reader: reader).merge(arriving, into: ContiguousArray(staying))
  }

  private func storedKeys(_ query: RowQuery, groupedBy group: CompiledPath? = nil) throws -> KeyList {
    try ask { try $0.keys(matching: query, groupedBy: group) }
  }

  private func cut(_ keys: ContiguousArray<RowKey>) -> ContiguousArray<RowKey> {
    if query.offset == 0, query.limit == 0 { return keys }
    let rest = keys.dropFirst(query.offset)
    return ContiguousArray(query.limit > 0 ? rest.prefix(query.limit) : rest)
  }

  private static func entity<T>(
    of request: NSFetchRequest<T>, in context: NSManagedObjectContext
  ) throws -> EntityLayout {
    guard context.graph.registry.coordinator != nil else {
      throw NSError.coreData(NSPersistentStoreOperationError, "The context has no coordinator: nothing can be fetched.")
    }
    guard let name = request.entity?.name ?? request.entityName else {
      throw NSError.coreData(NSPersistentStoreOperationError, "The fetch request names no entity.")
    }
    guard let entity = context.graph.model.entitiesByName[name] else {
      throw NSError.coreData(NSPersistentStoreOperationError, context.graph.model.noEntity(name))
    }
    return entity
  }
}
