import Foundation

/// A source of property values for predicates and sort orders: a store's rows, or a context's objects with their
/// pending changes. Objects are identified by keys, so that no object is created.
package protocol PropertyReader {
  var model: ModelLayout { get }

  /// The value of an attribute or a to-one relationship; `null` if the object no longer exists.
  func value(_ slot: Int, of key: RowKey) throws -> Value

  /// The destinations of a to-many relationship, in order if it is ordered; otherwise in unspecified order.
  func related(_ slot: Int, of key: RowKey) throws -> [RowKey]

  /// The object itself, for block predicates. A store has no objects; see `CompiledPredicate.split(_:)`.
  func object(for key: RowKey) throws -> Any
}

extension PropertyReader {
  package func object(for key: RowKey) throws -> Any {
    throw NSError.coreData(
      NSPersistentStoreOperationError,
      "A block predicate can only be evaluated on the objects of a context, not on the rows of a store."
    )
  }
}

extension CompiledPath {
  /// The value at the end of the path from an object; null if a relationship on the path is nil.
  package func value(from key: RowKey, in reader: some PropertyReader) throws -> Value {
    var key = key
    for slot in hops {
      guard case .reference(let next) = try reader.value(slot, of: key) else { return .null }
      key = next
    }
    return try reader.value(last, of: key)
  }
}
