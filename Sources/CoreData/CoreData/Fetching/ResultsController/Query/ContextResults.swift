import Foundation

/// The source of a results list in a context. It reads the context's unsaved changes and the stores' last saved
/// state.
final class ContextResults: ResultsSource {
  let query: ResultsQuery
  let context: NSManagedObjectContext
  private let reader: ContextReader

  init(_ query: ResultsQuery, in context: NSManagedObjectContext) {
    self.query = query
    self.context = context
    reader = context.changes.reader
  }

  var termCount: Int { query.order.terms.count }
  var firstTermIsSectionKey: Bool { query.firstTermIsSectionKey }

  func compare(_ left: Value, _ right: Value, term: Int) -> Int {
    let term = query.order.terms[term]
    let result = left.compared(to: right, by: term.collation)
    return term.ascending ? result.rawValue : -result.rawValue
  }

  func position(of key: RowKey, row: Row?) throws -> SortPosition? {
    guard let read = try values(of: key, row: row) else { return nil }
    if let predicate = query.predicate, try !predicate.matches(key, in: reader) { return nil }
    let values = read.count == termCount ? read : Array(read.prefix(termCount))
    switch query.section {
    case .none: return SortPosition(key: key, section: .whole, values: values)
    case .stored: return SortPosition(key: key, section: SectionKey(value: sectionValue(of: read)), values: values)
    case .computed(let keys, _):
      return SortPosition(key: key, section: SectionKey(value: try computedValue(keys, of: key)), values: values)
    }
  }

  /// The values at the query's paths. They are from the given row, unless the context has changed the object.
  private func values(of key: RowKey, row: Row?) throws -> [Value]? {
    guard let row, let slots = query.slots, context.changes.changedObject(for: key) == nil else {
      // The cached last row may be older than the store.
      context.graph.forgetRow()
      return try reader.values(at: query.paths, of: key)
    }
    // The predicate reads this row next.
    if query.predicate != nil { context.graph.readScope.note(row) }
    return slots.map { row[$0] }
  }

  func values(of key: RowKey, from term: Int) throws -> [Value]? {
    if term == 1 { return try reader.values(at: query.innerPaths, of: key) }
    return try reader.values(at: query.paths, of: key).map { Array($0[term..<termCount]) }
  }

  func searching<Result>(
    from term: Int, _ body: (_ values: (RowKey) throws -> [Value]?) throws -> Result
  ) throws -> Result {
    guard term <= 1 else { return try body { try values(of: $0, from: term) } }
    return try reader.withValues(at: term == 0 ? query.sortPaths : query.innerPaths, of: query.entity.index, body)
  }

  func successors(
    of positions: [SortPosition], where accepts: (_ index: Int, _ primaryKey: Int64) -> Bool
  ) throws -> [RowSeek.Answer] {
    let rows = try context.graph.requireRows(holding: query.entity.index)
    let places = positions.compactMap(seekPlace)
    guard !places.isEmpty, let seek = try query.seek(in: rows) else { return positions.map { _ in .unknown } }
    guard places.count == positions.count else {
      // Usually either all objects can be sought in the store, or none.
      return try positions.indices.flatMap { index in try successors(of: [positions[index]]) { accepts(index, $1) } }
    }
    return try rows.firstRows(seek, after: places) { accepts($0, $1) && isSaved($1) }
  }

  /// The place from which to seek in the store; nil if the store compares the values differently than the list.
  private func seekPlace(of position: SortPosition) -> RowSeek.Place? {
    guard position.values.allSatisfy(\.isSeekable) else { return nil }
    // Unsaved objects come after all saved rows with the same values. If the section key is a sort term, it is the
    // first value.
    return RowSeek.Place(
      values: position.values, primaryKey: position.key.isTemporary ? Int64.max : position.key.primaryKey)
  }

  /// Whether a stored row has no unsaved changes in the context.
  private func isSaved(_ primaryKey: Int64) -> Bool {
    !isPending(RowKey(entity: query.entity.index, primaryKey: primaryKey))
  }

  func isPending(_ key: RowKey) -> Bool { key.isTemporary || context.changes.changedObject(for: key) != nil }

  /// Whether an object's sort values are saved values of the object itself. Other values may change without an event
  /// that touches the object: unsaved ones in a rollback, those of related objects, and those that are not stored.
  func keepsValues(of key: RowKey) -> Bool { query.sortsBySavedValues && !isPending(key) }

  /// The section key of an object, whether the object is in the list or not.
  func sectionValue(of key: RowKey) throws -> Value {
    switch query.section {
    case .none: .null
    case .stored(let path): try reader.values(at: [path], of: key)?.first ?? .null
    case .computed(let keys, _): try computedValue(keys, of: key)
    }
  }

  /// The objects that refer to a related object, found by following inverse relationships.
  func owners(of key: RowKey, by wayBack: [Int]) throws -> [RowKey] {
    var keys = [key]
    for slot in wayBack {
      var next: [RowKey] = []
      for key in keys {
        if case .toMany = reader.model[key].slots[slot].kind {
          next += try reader.related(slot, of: key)
        } else if case .reference(let owner) = try reader.value(slot, of: key) {
          next.append(owner)
        }
      }
      keys = next
    }
    return keys
  }

  private func sectionValue(of read: [Value]) -> Value { query.firstTermIsSectionKey ? read[0] : read[termCount] }

  private func computedValue(_ keys: [String], of key: RowKey) throws -> Value {
    var value: Any? = context.graph.object(for: key)
    for key in keys {
      guard let object = value as? NSManagedObject else { return .null }
      value = try UndefinedKey.checking { object.value(forKey: key) }
    }
    return Value(sectionKey: value)
  }
}
