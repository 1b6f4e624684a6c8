import Foundation

/// Reads what a context sees without making objects: the current values of objects with pending changes, and the
/// stores' last saved state of all others.
struct ContextReader: PropertyReader {
  unowned let context: NSManagedObjectContext

  var model: ModelLayout { context.model }

  /// The value of an attribute or a to-one relationship; null when the object is gone.
  func value(_ slot: Int, of key: RowKey) throws -> Value {
    if let object = context.changedObject(for: key) {
      return object.flags.contains(.deleted) || slot >= object.layout.slots.count ? .null : object.current(slot)
    }
    guard let row = try context.savedRow(key), slot < row.count else { return .null }
    if model[row.key].slots[slot].isTransient { return context.object(for: row.key, row: row).current(slot) }
    return row[slot]
  }

  func related(_ slot: Int, of key: RowKey) throws -> [RowKey] {
    if let object = context.changedObject(for: key) {
      return object.flags.contains(.deleted) ? [] : object.toMany(slot).current
    }
    return try context.requireStore(holding: Int(key.entity)).rows.related(slot, of: key)
  }

  func orderValues(at paths: [CompiledPath], of key: RowKey) throws -> [Value] {
    // What is in no store is asked of the object.
    if paths.contains(where: { $0.slot(in: model).isTransient }) {
      return try paths.map { try $0.value(from: key, in: self) }
    }
    return try values(at: paths, of: key) ?? paths.map { _ in .null }
  }

  /// The values at the paths, one for each, or nil when the object is gone: what a list is ordered by.
  ///
  /// Each value that is not saved is the object's, each other one the store's, by which the store orders: the row of an
  /// object that is changed in something else may be older.
  func values(at paths: [CompiledPath], of key: RowKey) throws -> [Value]? {
    try values(at: paths, of: key) { key in
      try context.requireStore(holding: Int(key.entity)).rows.values(at: paths, for: key)
    }
  }

  /// Lends a way to read the values at some paths of one object after the other, of one root entity.
  ///
  /// - Parameter body: may run again, so that it must change nothing.
  func withValues<Result>(
    at paths: [CompiledPath], of entity: Int, _ body: (_ values: (RowKey) throws -> [Value]?) throws -> Result
  ) throws -> Result {
    // A path through relationships may lead to an object with pending changes.
    if context.hasChanges, paths.contains(where: { !$0.hops.isEmpty }) {
      return try body { try values(at: paths, of: $0) }
    }
    return try context.requireStore(holding: entity).rows.withValues(at: paths) { saved in
      try withoutActuallyEscaping(saved) { saved in
        try body { try values(at: paths, of: $0, saved: saved) }
      }
    }
  }

  /// - Parameter saved: reads the store's values at the paths.
  private func values(
    at paths: [CompiledPath], of key: RowKey, saved: (RowKey) throws -> [Value]?
  ) throws -> [Value]? {
    let object = context.changedObject(for: key)
    if object?.flags.contains(.deleted) == true { return nil }
    // A path through relationships may lead to an object with pending changes.
    if context.hasChanges, paths.contains(where: { !$0.hops.isEmpty }) {
      if object?.isNew != true, try context.savedRow(key) == nil { return nil }
      let reader = UnsavedValueReader(context: context)
      return try paths.map { try $0.value(from: key, in: reader) }
    }
    guard let object else { return key.isTemporary ? nil : try saved(key) }
    // Looked up once, not once for each value.
    let count = object.layout.slots.count
    let known = paths.map { path in
      object.hasUnsavedValue(path.last) ? path.last < count ? object.current(path.last) : .null : nil
    }
    if object.isNew || !known.isEmpty && known.allSatisfy({ $0 != nil }) { return known.map { $0 ?? .null } }
    return try saved(key).map { saved in zip(known, saved).map { $0 ?? $1 } }
  }

  func object(for key: RowKey) throws -> Any { context.object(for: key) }
}

/// Reads the unsaved values of a context's objects, and the stores' last saved state of all others, those of objects that
/// are changed in something else, too.
private struct UnsavedValueReader: PropertyReader {
  unowned let context: NSManagedObjectContext

  var model: ModelLayout { context.model }

  func value(_ slot: Int, of key: RowKey) throws -> Value {
    if let object = context.changedObject(for: key) {
      if object.flags.contains(.deleted) || slot >= object.layout.slots.count { return .null }
      if object.hasUnsavedValue(slot) { return object.current(slot) }
    }
    guard let row = try context.savedRow(key), slot < row.count else { return .null }
    return row[slot]
  }

  func related(_ slot: Int, of key: RowKey) throws -> [RowKey] { try context.reader.related(slot, of: key) }
}

extension NSManagedObject {
  /// Whether no store has the object.
  fileprivate final var isNew: Bool { !flags.isDisjoint(with: [.inserted, .neverSaved]) }

  /// Whether an attribute or a to-one relationship has another value than its row, or the object has none.
  fileprivate final func hasUnsavedValue(_ slot: Int) -> Bool {
    if isNew { return true }
    guard let values = state?.values else { return false }
    guard let row, slot < row.count, slot < values.count else { return true }
    return !values[slot].isSame(as: row[slot])
  }
}

extension NSManagedObjectContext {
  /// Reads what the context sees without making objects.
  final var reader: ContextReader { ContextReader(context: self) }

  /// The object of a key if it has unsaved changes. Complexity: O(1); nearly always without a look at the identity map.
  final func changedObject(for key: RowKey) -> NSManagedObject? {
    guard pending.mayHold(key), let object = registry.object(for: key), !object.flags.isDisjoint(with: .pending) else {
      return nil
    }
    return object
  }
}
