import Foundation

/// Reads values as a context sees them, without creating objects: the values of objects with pending changes, and the
/// stores' last saved state of all other objects.
///
/// While other saves are not merged yet, the row of a changed object may be older than the stored one, which fetches
/// use to search and sort. Then only the unsaved values of such an object are used.
struct ContextReader: PropertyReader {
  unowned let changes: UnsavedChanges
  /// Whether pending changes are read. If false, all objects are read as last saved.
  var readsPending = true

  private var graph: ObjectGraph { changes.graph }

  var model: ModelLayout { graph.model }

  /// The value of an attribute or a to-one relationship; null if the object no longer exists.
  func value(_ slot: Int, of key: RowKey) throws -> Value {
    if let object = changedObject(for: key) {
      if object.flags.contains(.deleted) || slot >= object.layout.slots.count { return .null }
      if object.decides(slot, in: graph) { return object.current(slot) }
    }
    guard let row = try graph.savedRow(key), slot < row.count else { return .null }
    if model[row.key].slots[slot].isTransient { return graph.object(for: row.key, row: row).current(slot) }
    return row[slot]
  }

  func related(_ slot: Int, of key: RowKey) throws -> [RowKey] {
    if let object = changedObject(for: key) {
      return object.flags.contains(.deleted) ? [] : object.toMany(slot).current
    }
    return try graph.requireRows(holding: Int(key.entity)).related(slot, of: key)
  }

  /// The values at some paths, by which a list is sorted; nil if the object no longer exists.
  func values(at paths: [CompiledPath], of key: RowKey) throws -> [Value]? {
    try values(at: paths, of: key) { key in
      try graph.requireRows(holding: Int(key.entity)).values(at: paths, for: key)
    }
  }

  /// Passes a block a function that reads the values at some paths of one object. All objects are of one root entity.
  ///
  /// - Parameter body: a block that may run more than once, so it must have no side effects.
  func withValues<Result>(
    at paths: [CompiledPath], of entity: Int, _ body: (_ values: (RowKey) throws -> [Value]?) throws -> Result
  ) throws -> Result {
    // A path through relationships may reach an object with pending changes.
    if readsPending, changes.pending.hasChanges, paths.contains(where: { !$0.hops.isEmpty }) {
      return try body { try values(at: paths, of: $0) }
    }
    return try graph.requireRows(holding: entity).withValues(at: paths) { saved in
      try withoutActuallyEscaping(saved) { saved in
        try body { try values(at: paths, of: $0, saved: saved) }
      }
    }
  }

  /// - Parameter saved: reads the store's values at the paths.
  private func values(
    at paths: [CompiledPath], of key: RowKey, saved: (RowKey) throws -> [Value]?
  ) throws -> [Value]? {
    let object = changedObject(for: key)
    if object?.flags.contains(.deleted) == true { return nil }
    // A path through relationships may reach an object with pending changes.
    if readsPending, changes.pending.hasChanges, paths.contains(where: { !$0.hops.isEmpty }) {
      if object == nil, try graph.savedRow(key) == nil { return nil }
      return try paths.map { try $0.value(from: key, in: self) }
    }
    guard let object else { return graph.isUnsaved(key) ? nil : try saved(key) }
    // Read once, instead of once for each value.
    let count = object.layout.slots.count
    if paths.allSatisfy({ object.decides($0.last, in: graph) }) {
      return paths.map { $0.last < count ? object.current($0.last) : .null }
    }
    return try saved(key).map { saved in
      zip(paths, saved).map { object.decides($0.last, in: graph) ? object.current($0.last) : $1 }
    }
  }

  func object(for key: RowKey) throws -> Any { graph.object(for: key) }

  private func changedObject(for key: RowKey) -> NSManagedObject? {
    readsPending ? changes.changedObject(for: key) : nil
  }
}

extension NSManagedObject {
  /// Whether a value is read from the changed object, and not from the store.
  fileprivate final func decides(_ slot: Int, in graph: ObjectGraph) -> Bool {
    graph.isCurrent || hasUnsavedValue(slot)
  }
}
