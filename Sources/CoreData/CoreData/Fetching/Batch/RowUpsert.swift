import Foundation

/// Resolves conflicts of unique values in a batch insert by rows. The values that the program gave for a row are set
/// in the row that already has its unique values, in the store or earlier in the batch. Or the given row is skipped.
struct RowUpsert {
  /// The way in which a row of the batch is written.
  private enum Place {
    /// The row is inserted.
    case inserted
    /// Its values are set in the batch's row at an index, or it is skipped because of that row.
    case given(Int)
    /// Its values are set in a stored row, given by its index in `stored`, or it is skipped because of that row.
    case stored(Int)
  }

  private let batch: BatchRows
  private let leavesOut: Bool
  /// The place of each row of the batch; empty if all rows are inserted unchanged.
  private var places: [Place] = []
  /// The merged values of rows of the batch into which later rows are merged, by row index.
  private var merged: [Int: ContiguousArray<Value>] = [:]
  /// The stored rows that have the unique values of rows of the batch.
  private var stored: [Row] = []
  /// The merged values of the rows in `stored`.
  private var updated: [ContiguousArray<Value>] = []

  /// - Parameter policy: the merge policy of the context that executes the request.
  /// - Returns: nil if the conflicts must be resolved with objects: several constraints apply, an error must name the
  ///   objects, or a stored row is of another entity.
  init?(_ batch: BatchRows, _ policy: NSMergePolicyType, in store: any RowStore) throws {
    self.batch = batch
    leavesOut = policy.leavesOutRivals
    for constraint in batch.constraints { try findPlaces(by: constraint, in: store) }
    if places.isEmpty { return }
    if batch.constraints.count > 1 || policy == .errorMergePolicyType { return nil }
    // Another entity of the hierarchy has other slots.
    guard stored.allSatisfy({ Int($0.key.entity) == batch.kind.layout.index }) else { return nil }
    if !leavesOut { mergeValues() }
  }

  /// The changes to write. Nil if a row violates a rule, because the error must name an object.
  func changes() -> StoreChanges? {
    var changes = StoreChanges()
    changes.wantsInsertedValues = false
    if places.isEmpty {
      guard batch.invalid.isEmpty else { return nil }
      changes.inserted = batch.rows
      return changes
    }
    var invalid = batch.invalid[...]
    for (index, place) in places.enumerated() {
      let isInvalid = invalid.first == index
      if isInvalid { invalid.removeFirst() }
      guard case .inserted = place else { continue }
      let row = batch.rows[index]
      if let values = merged[index] {
        let row = Row(key: row.key, version: row.version, values: values)
        guard batch.isValidAsNew(row) else { return nil }
        changes.inserted.append(row)
      } else {
        guard !isInvalid else { return nil }
        changes.inserted.append(row)
      }
    }
    for (row, values) in zip(stored, updated) {
      let slots = values.indices.filter { !values[$0].isSame(as: row[$0]) }
      if slots.isEmpty { continue }
      let row = Row(key: row.key, version: row.version, values: values)
      guard batch.isValid(row) else { return nil }
      changes.updated.append(StoreChanges.Update(row: row, slots: slots))
    }
    return changes
  }

  /// The keys of the inserted and updated rows, each once, in the order of the batch.
  ///
  /// - Parameter inserted: the keys of the inserted rows, in order.
  func keys(inserted: [RowKey]) -> [RowKey] {
    if places.isEmpty { return inserted }
    var (next, seen) = (0, Set<RowKey>())
    return places.compactMap { place in
      switch place {
      case .inserted:
        defer { next += 1 }
        return inserted[next]
      case .stored(let place):
        let key = stored[place].key
        return !leavesOut && seen.insert(key).inserted ? key : nil
      // Its values are in an earlier row, which has its own place.
      case .given: return nil
      }
    }
  }

  private mutating func findPlaces(by constraint: UniquenessConstraint, in store: any RowStore) throws {
    let layout = batch.kind.layout
    let slots = layout.valueSlots(named: constraint.names) ?? []
    var firsts: [UniqueKey: Int] = [:]
    firsts.reserveCapacity(batch.rows.count)
    var order: [Int] = []
    order.reserveCapacity(batch.rows.count)
    for (index, row) in batch.rows.enumerated() {
      guard let key = UniqueKey(row, slots) else { continue }
      if let first = firsts[key] {
        put(.given(first), at: index)
      } else {
        firsts[key] = index
        order.append(index)
      }
    }
    for start in stride(from: 0, to: order.count, by: 500) {
      let values = order[start..<min(start + 500, order.count)].map { index in slots.map { batch.rows[index][$0] } }
      for row in try store.rows(matching: constraint.query(matching: values)) {
        guard let key = UniqueKey(row, constraint.slots), let first = firsts[key] else { continue }
        put(.stored(stored.count), at: first)
        stored.append(row)
      }
    }
  }

  private mutating func put(_ place: Place, at index: Int) {
    if places.isEmpty { places = Array(repeating: .inserted, count: batch.rows.count) }
    places[index] = place
  }

  /// Sets given values in the rows that already have the unique values, in the order of the batch.
  private mutating func mergeValues() {
    updated = stored.map(\.values)
    for index in places.indices {
      var target = places[index]
      if case .given(let first) = target, case .stored = places[first] { target = places[first] }
      switch target {
      case .inserted: continue
      case .stored(let place): batch.set(index, in: &updated[place])
      case .given(let first): batch.set(index, in: &merged[first, default: batch.rows[first].values])
      }
    }
  }
}

extension BatchRows {
  /// Sets the values that the program gave for a row in the values of another row.
  fileprivate func set(_ index: Int, in values: inout ContiguousArray<Value>) {
    for slot in given[index].slots { values[slot] = rows[index][slot] }
  }
}

/// The values of a constraint's attributes in the form in which they are compared.
private enum UniqueKey: Hashable {
  case one(EqualityKey)
  case several([EqualityKey])

  /// - Returns: nil if any value is nil, because nil never violates a constraint.
  init?(_ row: Row, _ slots: [Int]) {
    if slots.count == 1 {
      let key = EqualityKey(row[slots[0]])
      guard key != .null else { return nil }
      self = .one(key)
    } else {
      let keys = slots.map { EqualityKey(row[$0]) }
      guard !keys.contains(.null) else { return nil }
      self = .several(keys)
    }
  }
}
