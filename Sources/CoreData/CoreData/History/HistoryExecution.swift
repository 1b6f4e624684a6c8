import Foundation

/// Executes a request for the persistent history with a coordinator's stores.
struct HistoryExecution {
  private let request: NSPersistentHistoryChangeRequest
  private let stores: [NSPersistentStore]

  init(_ request: NSPersistentHistoryChangeRequest, in coordinator: NSPersistentStoreCoordinator) {
    self.request = request
    stores = coordinator.persistentStores.filter { $0.isAmong(request.affectedStores) }
  }

  /// - Throws: 134301 if the history after the request's token was deleted; 134501 if the token belongs to other
  ///   stores; the store's error.
  func result() throws -> NSPersistentHistoryResult {
    if let token = request.token, !stores.isEmpty { try token.requireOne(of: stores) }
    switch request.demand {
    case .fetch(let bound): return try fetch(after: bound)
    case .delete(let bound): return try delete(before: bound)
    }
  }

  private func delete(before bound: NSPersistentHistoryChangeRequest.Bound) throws -> NSPersistentHistoryResult {
    let places = stores.compactMap { store in place(bound, in: store).map { (store: store, place: $0) } }
    // All stores are checked before anything is deleted.
    for (store, _) in places { try store.checkWritable() }
    let count = try places.reduce(0) { try $0 + $1.store.rows.deleteHistory(before: $1.place) }
    return NSPersistentHistoryResult(
      request.resultType == .count ? NSNumber(value: count) : NSNumber(value: true), request.resultType)
  }

  private func fetch(after bound: NSPersistentHistoryChangeRequest.Bound) throws -> NSPersistentHistoryResult {
    let withChanges = isOfChanges || ![.statusOnly, .count, .transactionsOnly].contains(request.resultType)
    var transactions: [NSPersistentHistoryTransaction] = []
    var changes: [NSPersistentHistoryChange] = []
    for store in stores {
      // Starts a new read, so that all earlier saves are found even if another thread, such as one that checks for
      // external writes, began to read before them.
      store.rows.beginReading()
      defer { store.rows.endReadTransaction() }
      if case .token(let token?) = bound { try check(token, in: store) }
      let predicate = request.fetchRequest?.predicate.map { HistoryPredicate($0, of: store, among: stores) }
      try predicate?.check()
      let found = try store.rows.history(after: place(bound, in: store), withChanges: withChanges)
        .map { NSPersistentHistoryTransaction($0, in: store, withChanges: withChanges) }
      if isOfChanges {
        changes += found.flatMap { $0.changes ?? [] }.filter { predicate?.holds(for: $0.values) ?? true }
        transactions += found
      } else {
        transactions += found.filter { predicate?.holds(for: $0.values) ?? true }
      }
    }
    if isOfChanges {
      changes = try wanted(changes, \.values)
      let numbers = Set(changes.map { $0.transaction })
      transactions = transactions.filter(numbers.contains)
    } else {
      transactions = try wanted(transactions, \.values)
      changes = transactions.flatMap { $0.changes ?? [] }
    }
    let result: Any =
      switch request.resultType {
      case .statusOnly: NSNumber(value: true)
      case .count: NSNumber(value: transactions.count)
      case .objectIDs: unique(changes.map(\.changedObjectID))
      case .changesOnly: changes
      case .transactionsOnly, .transactionsAndChanges: transactions
      }
    return NSPersistentHistoryResult(result, request.resultType)
  }

  private var isOfChanges: Bool { request.fetchRequest?.entity === HistoryEntities.change }

  private func place(_ bound: NSPersistentHistoryChangeRequest.Bound, in store: NSPersistentStore) -> HistoryBound? {
    switch bound {
    case .none, .token(nil): nil
    case .date(let date): .date(date)
    case .token(let token?): store.identifier.flatMap { token.numbers[$0] }.map { .number($0) }
    }
  }

  /// Checks that no part of the history after a token was deleted.
  private func check(_ token: NSPersistentHistoryToken, in store: NSPersistentStore) throws {
    guard let number = store.identifier.flatMap({ token.numbers[$0] }), let span = try store.rows.historySpan(),
      number < span.last, span.first.map({ number + 1 < $0 }) ?? true
    else { return }
    throw NSError.coreData(
      NSPersistentHistoryTokenExpiredError,
      "The history of \(store.url?.lastPathComponent ?? "the store") behind transaction \(number) was deleted: fetch "
        + "what is shown again, and go on from currentPersistentHistoryToken(fromStores:).",
      details: [NSAffectedStoresErrorKey: [store]])
  }

  /// Returns the elements that the fetch request selects: in its order, within its offset and limit.
  ///
  /// - Throws: 134060 for a sort descriptor that cannot be used.
  private func wanted<Element>(_ elements: [Element], _ values: (Element) -> [String: Any]) throws -> [Element] {
    guard let fetch = request.fetchRequest else { return elements }
    let rest = try sorted(elements, by: fetch, values).dropFirst(max(0, fetch.fetchOffset))
    return Array(fetch.fetchLimit > 0 ? rest.prefix(fetch.fetchLimit) : rest)
  }

  private func sorted<Element>(
    _ elements: [Element], by fetch: NSFetchRequest<any NSFetchRequestResult>, _ values: (Element) -> [String: Any]
  ) throws -> [Element] {
    let descriptors = try (fetch.sortDescriptors ?? []).map(byKey)
    if descriptors.isEmpty { return elements }
    return elements.map { (element: $0, values: values($0)) }.sorted { left, right in
      for descriptor in descriptors {
        let result = descriptor.compare(left.values, to: right.values)
        if result != .orderedSame { return result == .orderedAscending }
      }
      return false
    }.map(\.element)
  }

  /// Checks a sort descriptor, and converts it to one that compares values by name.
  private func byKey(_ descriptor: NSSortDescriptor) throws -> NSSortDescriptor {
    let entity = isOfChanges ? HistoryEntities.change : HistoryEntities.transaction
    guard let key = descriptor.key, entity.attributesByName[key] != nil || (key == "token" && !isOfChanges),
      Collation(descriptor.selector) != nil
    else {
      throw PredicateProblem.error(
        "A request for history cannot be sorted by \(descriptor): \(entity.name ?? "") has "
          + "\(entity.attributesByName.keys.sorted().joined(separator: ", ")).")
    }
    return descriptor.madeByKey
  }

  private func unique(_ ids: [NSManagedObjectID]) -> [NSManagedObjectID] {
    var seen: Set<NSManagedObjectID> = []
    return ids.filter { seen.insert($0).inserted }
  }
}

extension NSPersistentStoreCoordinator {
  /// Returns a token for the position after the newest transactions.
  ///
  /// - Parameter stores: the stores; nil for all stores of the coordinator.
  /// - Returns: the token; nil if no store has a history that can be read.
  public func currentPersistentHistoryToken(fromStores stores: [Any]?) -> NSPersistentHistoryToken? {
    token(of: stores?.compactMap { $0 as? NSPersistentStore } ?? persistentStores, knowing: [:])
  }

  /// Returns a token for the position after a save that was just made; nil if no store has a history.
  ///
  /// - Parameter transactions: the numbers of the save's transactions, by store identifier. For a store that the save
  ///   did not write, its newest transaction is used.
  func historyToken(behind transactions: [String: Int64]) -> NSPersistentHistoryToken? {
    token(of: persistentStores, knowing: transactions)
  }

  private func token(of stores: [NSPersistentStore], knowing known: [String: Int64]) -> NSPersistentHistoryToken? {
    var numbers = known
    for store in stores where numbers[store.identifier] == nil {
      store.rows.beginReading()
      if let span = try? store.rows.historySpan() { numbers[store.identifier] = span.last }
      store.rows.endReadTransaction()
    }
    return numbers.isEmpty ? nil : NSPersistentHistoryToken(numbers: numbers)
  }
}
