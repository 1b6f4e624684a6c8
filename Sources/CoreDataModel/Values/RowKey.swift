import Synchronization

/// The identity of a row within one store: its entity and its primary key.
///
/// A primary key below `firstStoredKey` is temporary: it was given out by the process and names an object that no store
/// has yet. Temporary keys are unique in the process. Any other key, 0 and negative ones too, may be a stored row's.
/// The entity is the row's own, a subentity's and not its root's; keys with the same primary key and another entity are
/// not equal.
package struct RowKey: Hashable, Sendable {
  /// The index of the row's entity in its `ModelLayout`.
  package let entity: Int32
  /// The primary key: of a saved row, `Z_PK` in the table of its root entity.
  package let primaryKey: Int64

  package init(entity: Int, primaryKey: Int64) {
    self.entity = Int32(truncatingIfNeeded: entity)
    self.primaryKey = primaryKey
  }

  // Keys that are equal have equal primary keys, and few of different entities meet in one set.
  package func hash(into hasher: inout Hasher) { hasher.combine(primaryKey) }

  /// Whether no store has the row yet.
  package var isTemporary: Bool { Self.isTemporary(primaryKey) }
}

extension RowKey {
  /// The primary key of an object that was given none yet.
  package static let noPrimaryKey = Int64.min

  /// The lowest primary key that a stored row may have. What is below it, one in 65,536 of all numbers, is kept for
  /// objects that no store has yet, so that the primary key alone decides whether a key is temporary.
  package static let firstStoredKey = Int64.min + 1 << 48

  /// Whether a primary key is one of an object that no store has yet.
  package static func isTemporary(_ primaryKey: Int64) -> Bool { primaryKey < firstStoredKey }

  /// A temporary key.
  ///
  /// - Parameter number: from 1, in the order in which the objects were made.
  init(entity: Int, temporary number: Int64) {
    self.init(entity: entity, primaryKey: Self.noPrimaryKey + number)
  }

  /// The number of a temporary key, from 1.
  package var temporaryNumber: Int64 { primaryKey &- Self.noPrimaryKey }
}

extension RowKey {
  /// The order of identity, which every order ends with: saved rows by ascending primary key, then unsaved ones in the
  /// order they were made. Keys of one root entity only; a subentity's rows stand among its parent's.
  package func precedesByIdentity(_ other: RowKey) -> Bool {
    isTemporary == other.isTemporary ? primaryKey < other.primaryKey : !isTemporary
  }
}

/// Gives out temporary primary keys: ascending, unique in the process.
package enum TemporaryKeys {
  private static let last = Atomic<Int64>(RowKey.noPrimaryKey)

  package static func next() -> Int64 {
    last.wrappingAdd(1, ordering: .relaxed).newValue
  }
}
