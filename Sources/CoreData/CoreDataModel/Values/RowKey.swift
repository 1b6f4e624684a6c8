import Synchronization

/// The identity of a row within one store: its entity and its primary key.
///
/// A primary key below `firstStoredKey` is temporary: the process has assigned it to an object that is not in a store
/// yet. Temporary keys are unique in the process. Any other number, including 0 and negative ones, may be the key of a
/// stored row. The entity is the row's own, which may be a subentity. Keys with equal primary keys and different
/// entities are not equal.
package struct RowKey: Hashable, Sendable {
  /// The index of the row's entity in its `ModelLayout`.
  package let entity: Int32
  /// The primary key. For a saved row, it is `Z_PK` in the table of the root entity.
  package let primaryKey: Int64

  package init(entity: Int, primaryKey: Int64) {
    self.entity = Int32(truncatingIfNeeded: entity)
    self.primaryKey = primaryKey
  }

  // Hashing the primary key is enough, because few keys in a set have the same primary key and different entities.
  package func hash(into hasher: inout Hasher) { hasher.combine(primaryKey) }

  /// Whether the row is not in a store yet.
  package var isTemporary: Bool { Self.isTemporary(primaryKey) }
}

extension RowKey {
  /// The primary key of an object to which no key was assigned yet.
  package static let noPrimaryKey = Int64.min

  /// The lowest primary key of a stored row. The numbers below it, one in 65,536 of all, are reserved for objects that
  /// are not in a store yet. So the primary key alone shows whether a key is temporary.
  package static let firstStoredKey = Int64.min + 1 << 48

  /// Whether a primary key belongs to an object that is not in a store yet.
  package static func isTemporary(_ primaryKey: Int64) -> Bool { primaryKey < firstStoredKey }

  /// Creates a temporary key.
  ///
  /// - Parameter number: the object's number in the order of creation, from 1.
  init(entity: Int, temporary number: Int64) {
    self.init(entity: entity, primaryKey: Self.noPrimaryKey + number)
  }

  /// The number of a temporary key, from 1.
  package var temporaryNumber: Int64 { primaryKey &- Self.noPrimaryKey }
}

extension RowKey {
  /// The final sort criterion of every order: saved rows by ascending primary key, then unsaved rows in the order of
  /// creation. Both keys must have the same root entity. Rows of a subentity are not separated from those of its
  /// parent.
  package func precedesByIdentity(_ other: RowKey) -> Bool {
    isTemporary == other.isTemporary ? primaryKey < other.primaryKey : !isTemporary
  }
}

/// Assigns temporary primary keys, which ascend and are unique in the process.
package enum TemporaryKeys {
  private static let last = Atomic<Int64>(RowKey.noPrimaryKey)

  package static func next() -> Int64 {
    last.wrappingAdd(1, ordering: .relaxed).newValue
  }
}
