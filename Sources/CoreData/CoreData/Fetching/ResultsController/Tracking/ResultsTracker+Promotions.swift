import OrderedRows

/// Handling of permanent keys. Objects with equal sort values are ordered by their keys, so a permanent key may
/// change the order.
extension ResultsTracker {
  func context(
    _ context: NSManagedObjectContext, objectsNeedingKeysAmong objects: [NSManagedObject]
  ) -> [NSManagedObject] {
    guard let query, controller != nil else { return [] }
    let reader = context.changes.reader
    return objects.filter { object in
      guard query.includes(object.key) else { return false }
      guard let predicate = query.predicate else { return true }
      return (try? predicate.matches(object.key, in: reader)) == true
    }
  }

  /// Returns the rows that must be placed again, because their new keys change their order relative to a row with
  /// equal sort values.
  ///
  /// Unsaved objects come after saved ones with equal sort values, in the order of their creation. A save usually
  /// gives keys to all of them in that order; then no values are read.
  ///
  /// - Complexity: O(promotions). If the order changes, or objects without a permanent key remain, also reads the
  ///   sort values of the promoted rows and of their neighbours, unless their keys are in order.
  func displaced(by event: ContextEvent, _ query: ResultsQuery, _ source: ContextResults) throws -> [RowKey] {
    if event.promotions.isEmpty { return [] }
    let promotions = event.promotions.filter { query.includes($0.permanent) }
    if event.storeChanged, promotions.areInOrder { return [] }
    // Only objects that are in the list now. A later event may still name another one as inserted.
    let keys = promotions.map(\.permanent).filter { list?.rows.location(of: $0.rowNumber) != nil }
    return try list?.hasMisplacedTie(among: keys, source) == true ? keys : []
  }
}

extension [ContextEvent.Promotion] {
  /// Whether the new keys have the same order as the old ones.
  fileprivate var areInOrder: Bool {
    func isAscending(_ promotions: Self) -> Bool {
      zip(promotions, promotions.dropFirst()).allSatisfy {
        $0.temporary.primaryKey < $1.temporary.primaryKey && $0.permanent.primaryKey < $1.permanent.primaryKey
      }
    }
    return isAscending(self) || isAscending(sorted { $0.temporary.primaryKey < $1.temporary.primaryKey })
  }
}

extension [ResultsTouch] {
  /// Makes objects be placed by their current values, without marking them as changed.
  mutating func placeAgain(_ keys: [RowKey]) {
    let indices = Dictionary(zip(map(\.key), 0...)) { first, _ in first }
    for key in keys {
      guard let index = indices[key] else {
        append(ResultsTouch(key: key, effect: .unknown, isChanged: false, slots: SlotSet()))
        continue
      }
      if self[index].effect != .gone { self[index].effect = .unknown }
    }
  }
}

extension ResultsList {
  /// Whether any of the given rows comes directly after a row with equal sort values that it should precede. It is
  /// sufficient to check the row before each given row: if a list is out of order, two adjacent rows are, and the
  /// second of them has received a key. The row after it need not be checked. If that row is saved, it cannot have
  /// equal values, because unsaved rows come after all saved ones. If it is unsaved, it belongs after the given row.
  ///
  /// - Parameter keys: the keys that the rows have received.
  mutating func hasMisplacedTie(among keys: [RowKey], _ source: some ResultsSource) throws -> Bool {
    for key in keys {
      guard let location = rows.location(of: key.rowNumber), location.item > 0 else { continue }
      if try isMisplacedTie(rows.row(location.item - 1, in: location.section), key, source) { return true }
    }
    return false
  }

  private func isMisplacedTie(_ left: RowKey, _ right: RowKey, _ source: some ResultsSource) throws -> Bool {
    if left.precedesByIdentity(right) { return false }
    let first = source.firstTermIsSectionKey ? 1 : 0
    if first >= source.termCount { return true }
    guard let leftValues = try source.values(of: left, from: first),
      let rightValues = try source.values(of: right, from: first)
    else { return true }
    for (term, (left, right)) in zip(first..., zip(leftValues, rightValues))
    where source.compare(left, right, term: term) != 0 { return false }
    return true
  }
}
