/// The tables and columns that hold the rows of each entity and the values of each property in one store.
///
/// For a new store it is computed from the model, and for an existing one it is read from the database. Names are
/// unquoted.
package final class StoreSchema: Sendable {
  package let model: ModelLayout
  let dialect: any SQLDialect
  /// The storage by entity index; nil for entities that the store does not hold.
  package let entities: [StoredEntity?]
  /// The indices of the entities by their numbers (`Z_ENT`) in this store.
  package let entityIndices: [Int64: Int]
  /// The tables of many-to-many relationships, each once.
  let joinTables: [JoinTable]
  /// The join tables of relationships without an inverse, as earlier versions of this package created them.
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
  /// The `Z_ENT` of the entity's own rows. Stores of one model may have different numbers, because a migration may
  /// renumber.
  package let number: Int64
  package let table: String
  /// The columns by slot; nil for a transient property or a to-many relationship.
  package let columns: [StoredColumn?]
  /// The storage of to-many relationships by slot; nil for any other property.
  package let toMany: [StoredToMany?]
}

/// The columns of an attribute or a to-one relationship.
package struct StoredColumn: Sendable {
  package var name: String
  /// For a to-one relationship, the companion column with the destination's `Z_ENT`, if the table has one.
  package var entityName: String?
  /// For a to-one relationship with an ordered inverse, the column of the row's order key (`Z_FOK_…`).
  package var orderName: String?
  /// For binary data, whether a prefix says if the data is in the column or in an external file.
  var isExternal = false
}

/// The place where the destinations of a to-many relationship are stored.
package enum StoredToMany: Sendable {
  /// A column of the destinations' table refers to the owner. The slot is that of the to-one inverse.
  case inverse(slot: Int)
  /// In a join table, one row for each pair.
  case join(JoinSide)
}

/// A join table as seen from one of its two relationships.
package struct JoinSide: Sendable {
  package let table: String
  package let ownerColumn: String
  package let destinationColumn: String
  /// The column of the destinations' order keys (`Z_FOK_…`), if the relationship is ordered.
  package let orderColumn: String?
}

/// The join table of a pair of inverse relationships.
struct JoinTable: Sendable {
  let name: String
  let columns: [String]
}
