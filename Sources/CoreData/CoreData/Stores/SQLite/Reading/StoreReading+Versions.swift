extension StoreReading {
  /// The version of every row of an entity and its subentities, by ascending primary key.
  func versions(of entity: EntityLayout) throws -> RowVersions {
    let stored = try schema.stored(entity.index)
    let numbers = entity.subtree.compactMap { schema.entities[$0]?.number }
    // The entity number need not be read if the table has only one entity.
    let isOfOne = model.entities[entity.root].subtree.count == 1
    var entities = EntityNumbers(entity, context: context)
    var versions = RowVersions()
    var sql = "SELECT Z_PK, Z_OPT\(isOfOne ? "" : ", Z_ENT") FROM \(stored.table.quotedIdentifier)"
    if !isOfOne { sql += " WHERE Z_ENT IN (\(numbers.map(String.init).joined(separator: ", ")))" }
    try connection.withStatement(sql + " ORDER BY Z_PK") { statement in
      while try statement.step() {
        let primaryKey = try statement.primaryKey(at: 0, of: stored.table)
        let index = isOfOne ? entity.index : try entities.entity(statement, column: 2, primaryKey: primaryKey)
        versions.append(
          RowVersion(key: RowKey(entity: index, primaryKey: primaryKey), version: statement.integer(at: 1)))
      }
    }
    return versions
  }
}
