import Foundation

extension StoreSchema {
  /// The table and columns of an entity's rows.
  ///
  /// - Throws: 134020 if this store does not hold the entity.
  package func stored(_ entity: Int) throws -> StoredEntity {
    guard let stored = entities[entity] else {
      throw SchemaGap.error("The store does not hold the entity \(model.entities[entity].name).")
    }
    return stored
  }

  func storedColumn(_ slot: Int, of entity: Int) throws -> StoredColumn {
    let stored = try stored(entity)
    guard let column = stored.columns[slot] else {
      throw SchemaGap.error("\(stored.layout.name).\(stored.layout.slots[slot].name) is not stored in a column.")
    }
    return column
  }

  func destination(of slot: Int, in entity: Int) throws -> StoredEntity {
    let layout = model.entities[entity]
    guard case .toOne(let relationship) = layout.slots[slot].kind else {
      throw SchemaGap.error("\(layout.name).\(layout.slots[slot].name) is not a to-one relationship.")
    }
    return try stored(relationship.destination)
  }

  /// The SQL of a reference's `Z_ENT`, if the destination may have several entities: the companion column or, if the
  /// table has none, a subquery of the destination's row.
  package func entityNumberExpression(slot: Int, of entity: Int, alias: String) throws -> String? {
    guard case .toOne(let relationship) = model.entities[entity].slots[slot].kind,
      model.entities[relationship.destination].subtree.count > 1
    else { return nil }
    let column = try storedColumn(slot, of: entity)
    if let name = column.entityName { return "\(alias).\(name.quotedIdentifier)" }
    let destination = try stored(relationship.destination)
    return "(SELECT d.\"Z_ENT\" FROM \(destination.table.quotedIdentifier) AS d "
      + "WHERE d.\"Z_PK\" = \(alias).\(column.name.quotedIdentifier))"
  }
}

/// The error for an operation that the tables of the store do not support.
enum SchemaGap {
  static func error(_ description: String) -> NSError {
    .coreData(NSPersistentStoreIncompatibleSchemaError, description)
  }
}
