extension StoreReading {
  /// The version of every row of an entity and its subentities, by ascending primary key.
  func versions(of entity: EntityLayout) throws -> [RowVersion] {
    let stored = try schema.stored(entity.index)
    let numbers = entity.subtree.compactMap { schema.entities[$0]?.number }
    var entities = EntityNumbers(entity, context: context)
    var versions: [RowVersion] = []
    let sql = """
      SELECT Z_PK, Z_ENT, Z_OPT FROM \(stored.table.quotedIdentifier) \
      WHERE Z_ENT IN (\(numbers.map(String.init).joined(separator: ", "))) ORDER BY Z_PK
      """
    try connection.withStatement(sql) { statement in
      while try statement.step() {
        let primaryKey = statement.integer(at: 0)
        let index = try entities.entity(statement, column: 1, primaryKey: primaryKey)
        versions.append(
          RowVersion(key: RowKey(entity: index, primaryKey: primaryKey), version: statement.integer(at: 2)))
      }
    }
    return versions
  }
}
