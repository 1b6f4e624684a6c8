/// The tables and columns in which one store keeps the rows of each entity and the value of each property.
///
/// It is computed from the model for a new store and discovered in the database for an existing one; the rest of a
/// store reads it without regard to which. Names are as they are in the database, not quoted.
package final class StoreSchema: Sendable {
  package let model: ModelLayout
  let dialect: any SQLDialect
  /// By the entity's index in the model; nil where the store does not hold the entity.
  package let entities: [StoredEntity?]
  /// The indices of the entities by their numbers in this store (`Z_ENT`).
  package let entityIndices: [Int64: Int]
  /// The tables of many-to-many relationships, each once.
  let joinTables: [JoinTable]
  /// The tables of relationships without an inverse as earlier versions of this package made them.
  let formerJoins: [FormerJoin]

  init(
    model: ModelLayout, entities: [StoredEntity?], joinTables: [JoinTable], formerJoins: [FormerJoin] = [],
    dialect: any SQLDialect
  ) {
    self.model = model
    self.formerJoins = formerJoins
    self.dialect = dialect
    self.entities = entities
    self.joinTables = joinTables
    entityIndices = Dictionary(
      entities.compactMap { entity in entity.map { ($0.number, $0.layout.index) } },
      uniquingKeysWith: { first, _ in first }
    )
  }
}

/// The table and columns of one entity's rows. Subentities share the table of their root.
package struct StoredEntity: Sendable {
  package let layout: EntityLayout
  /// `Z_ENT` in the rows of exactly this entity. It is this store's own: a migration may have renumbered.
  package let number: Int64
  package let table: String
  /// By slot: nil for what has no column, a transient property or a to-many relationship.
  package let columns: [StoredColumn?]
  /// By slot: nil for what is no to-many relationship.
  package let toMany: [StoredToMany?]
}

/// The columns of an attribute or a to-one relationship.
package struct StoredColumn: Sendable {
  package var name: String
  /// To-one only: the companion column that holds the destination's `Z_ENT`, where the table has one.
  package var entityName: String?
  /// To-one only, when its inverse is ordered: the column of the row's place among its siblings (`Z_FOK_…`).
  package var orderName: String?
  /// Binary data only: whether the bytes carry a prefix and may be in a file beside the store.
  var isExternal = false
}

/// The place where the destinations of a to-many relationship are stored.
package enum StoredToMany: Sendable {
  /// In the destination's table: the rows whose to-one slot, the inverse, refers to the owner.
  case inverse(slot: Int)
  /// In a join table: the rows whose owner column holds the owner's primary key.
  case join(JoinSide)
}

/// A many-to-many table seen from one of its two relationships.
package struct JoinSide: Sendable {
  package let table: String
  package let ownerColumn: String
  package let destinationColumn: String
  /// The column of the destination's place in this relationship (`Z_FOK_…`), when it is ordered.
  package let orderColumn: String?
}

/// The table of one pair of many-to-many relationships.
struct JoinTable: Sendable {
  let name: String
  let columns: [String]
}
