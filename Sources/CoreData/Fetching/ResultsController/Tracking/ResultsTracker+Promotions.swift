import OrderedRows

/// Objects that tie stand by their keys. A key that becomes permanent may be another in that order.
extension ResultsTracker {
  func context(
    _ context: NSManagedObjectContext, objectsNeedingKeysAmong objects: [NSManagedObject]
  ) -> [NSManagedObject] {
    guard let query, controller != nil else { return [] }
    let reader = context.reader
    return objects.filter { object in
      guard query.includes(object.key) else { return false }
      guard let predicate = query.predicate else { return true }
      return (try? predicate.matches(object.key, in: reader)) == true
    }
  }

  /// The rows to be placed again, because the keys that the event gave them put them on the other side of a row that they
  /// tie with.
  ///
  /// Unsaved objects stand behind saved ones, in the order they were made. A save gives keys to all of them, nearly
  /// always in that order: then nothing is read.
  ///
  /// - Complexity: O(promotions). Where their order is another one, or objects stay that have no permanent key, the sort
  ///   values of the renamed rows and of those beside them are read, unless their keys are in order.
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
  /// Has objects placed by what they are now, without naming them as changed.
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
  /// Whether one of the rows stands behind a row that it ties with and belongs before. Where a list is out of order, two
  /// rows that stand beside each other are; and of these the second one has got its key. What stands behind such a row is
  /// no tie if it is saved, since an unsaved row stands behind all saved ones that it ties with, and belongs behind it if
  /// it is not.
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
