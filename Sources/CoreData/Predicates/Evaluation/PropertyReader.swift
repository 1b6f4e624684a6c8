import Foundation

/// The source from which a predicate and an order read the properties of objects: a store's rows, or a context's
/// objects with their pending changes. Objects are named by their keys, so that reading makes none.
package protocol PropertyReader {
  var model: ModelLayout { get }

  /// The value of an attribute or a to-one relationship; `null` when the object is gone.
  func value(_ slot: Int, of key: RowKey) throws -> Value

  /// The destinations of a to-many relationship: in its order when it has one, otherwise in none that is promised.
  func related(_ slot: Int, of key: RowKey) throws -> [RowKey]

  /// The object itself, for predicates that are blocks. A store has none: see `CompiledPredicate.split(_:)`.
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
  /// The value at the end of the path from an object; nil where a relationship on the way is.
  package func value(from key: RowKey, in reader: some PropertyReader) throws -> Value {
    var key = key
    for slot in hops {
      guard case .reference(let next) = try reader.value(slot, of: key) else { return .null }
      key = next
    }
    return try reader.value(last, of: key)
  }
}
