import Foundation

/// Filling objects from the stores' last saved state.
extension ObjectGraph {
  /// Fills a fault, and the other faults of its batch.
  ///
  /// - Returns: false if the object's row no longer exists.
  /// - Throws: the store's error.
  func fillFault(_ object: NSManagedObject) throws -> Bool {
    if object.lifeCycle.endRest() { return true }
    if object.row == nil {
      if case .batch(let batch) = object.content.extra { fill(batch) }
      if object.row == nil {
        guard let row = try savedRow(object.key) else { return false }
        object.content.take(row)
      }
    }
    object.lifeCycle.endFault()
    object.content.leaveBatch()
    object.lifeCycle.begin(.awakening)
    awakeningDepth += 1
    object.awakeFromFetch()
    awakeningDepth -= 1
    object.lifeCycle.end(.awakening)
    return true
  }

  /// Reads the rows of the faults among several objects at once, and creates the objects that are not registered.
  func fill(_ keys: some Collection<RowKey>) {
    var empty: [RowKey] = []
    empty.reserveCapacity(keys.count)
    for (key, object) in zip(keys, registry.objects(for: keys)) where !isUnsaved(key) {
      guard let object else {
        empty.append(key)
        continue
      }
      if object.flags.contains(.fault), object.row == nil { empty.append(key) }
    }
    guard let root = empty.first.map({ model[$0].root }) else { return }
    // Usually all keys are of one table.
    if empty.allSatisfy({ model[$0].root == root }) { return fill(empty, from: root) }
    for (root, keys) in Dictionary(grouping: empty, by: { model[$0].root }) { fill(keys, from: root) }
  }

  private func fill(_ keys: [RowKey], from root: Int) {
    guard let found = try? requireRows(holding: root).rows(for: keys) else { return }
    let rows = found.compactMap { $0 }
    let objects = objects(for: rows.lazy.map(\.key)) { rows[$0] }
    for object in objects { object.content.leaveBatch() }
    readScope.keepFilled(objects)
  }

  /// Reads the rows of a batch's faults that still exist. If the batch reads ahead, creates the missing objects too.
  private func fill(_ batch: FaultBatch) {
    if batch.readsAhead { return fill(batch.keys) }
    // Errors are ignored here. The caller then reads the accessed object alone and throws its error.
    try? readRows(of: registry.objects(for: batch.keys))
  }

  /// Fills faults of one root entity. A fault whose row is gone stays a fault.
  ///
  /// - Parameter isCancelled: returns true when the rows are not wanted any more.
  /// - Throws: the store's error, or `CocoaError.userCancelled`. No fault is filled then.
  func readRows(
    of objects: [NSManagedObject?], unless isCancelled: (@Sendable () -> Bool)? = nil
  ) throws {
    var empty: [NSManagedObject] = []
    var keys: [RowKey] = []
    empty.reserveCapacity(objects.count)
    keys.reserveCapacity(objects.count)
    for case let object? in objects where object.flags.contains(.fault) && object.row == nil {
      empty.append(object)
      keys.append(object.key)
    }
    guard let first = keys.first else { return }
    let source = try requireRows(holding: Int(first.entity))
    let rows = try FetchCancellation.given(isCancelled) { try source.rows(for: keys) }
    for (object, row) in zip(empty, rows) {
      object.content.take(row)
      object.content.leaveBatch()
    }
  }
}
