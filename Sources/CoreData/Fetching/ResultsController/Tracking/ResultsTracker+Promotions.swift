import OrderedRows

/// Objects that tie are ordered by their keys, and a permanent key may change that order.
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

  /// Returns the rows to place again, because their new keys move them to the other side of a row that they tie with.
  ///
  /// Unsaved objects stand behind saved ones, in the order they were made. A save gives keys to all of them, nearly
  /// always in that order: then nothing is read.
  ///
  /// - Complexity: O(promotions). If their order changes, or objects without a permanent key remain, the sort values of
  ///   the renamed rows and of their neighbours are read, unless their keys are in order.
  func displaced(by event: ContextEvent, _ query: ResultsQuery, _ source: ContextResults) throws -> [RowKey] {
    if event.promotions.isEmpty { return [] }
    let promotions = event.promotions.filter { query.includes($0.permanent) }
    if event.storeChanged, promotions.areInOrder { return [] }
    // An object that is not in the list may be named as inserted by a later event.
    let keys = promotions.map(\.permanent).filter { list?.rows.location(of: $0.rowNumber) != nil }
    return try list?.hasMisplacedTie(among: keys, source) == true ? keys : []
  }
}

extension [ContextEvent.Promotion] {
  /// Whether the objects have the order by their new keys that they had by their old ones.
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
  /// Has objects placed by their current values, without naming them as changed.
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
  /// Whether one of the rows stands behind a row that it ties with and belongs before. Where a list is out of order,
  /// two neighbouring rows are; and the second one of these has got its key. The row behind it is no tie if it is
  /// saved, since an unsaved row stands behind all saved ones that it ties with, and belongs behind it if it is not.
  ///
  /// - Parameter keys: those that the rows have got.
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
