/// The identity of a row within one store: its entity and its primary key.
///
/// A negative primary key is temporary: it was given out by the process and names an object that no store has yet.
/// Temporary keys are unique in the process. Two keys are equal when their primary keys and root entities are, which
/// holds for keys of one store when the pair is; the entity is the row's own (a subentity's, not its root's).
package struct RowKey: Hashable, Sendable {
  /// The index of the row's entity in its `ModelLayout`.
  let entity: Int32
  package let primaryKey: Int64

  init(entity: Int, primaryKey: Int64) {
    self.entity = Int32(truncatingIfNeeded: entity)
    self.primaryKey = primaryKey
  }

  // Keys that are equal have equal primary keys, and few of different entities meet in one set.
  package func hash(into hasher: inout Hasher) { hasher.combine(primaryKey) }

  package var isTemporary: Bool { primaryKey < 0 }
}

extension RowKey {
  /// The order of identity, which every order ends with: saved rows by ascending primary key, then unsaved ones in the
  /// order they were made. Keys of one root entity only; a subentity's rows stand among its parent's.
  func precedesByIdentity(_ other: RowKey) -> Bool {
    switch (isTemporary, other.isTemporary) {
    case (false, false): primaryKey < other.primaryKey
    case (true, true): primaryKey > other.primaryKey
    case (let temporary, _): !temporary
    }
  }
}
