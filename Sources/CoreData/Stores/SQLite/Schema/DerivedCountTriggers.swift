/// The triggers that keep a derived count of a one-to-many relationship, as Apple's Core Data words them.
///
/// They call functions that Core Data registers, so a connection must register them before it writes to the tables.
/// Other derivations are not reproduced: no store that has them was found.
enum DerivedCountTriggers {
  static func statements(_ schema: StoreSchema, _ model: CompiledModel) -> [String] {
    counts(schema, model).flatMap(triggers)
  }

  /// What the triggers would have stored for the rows that are there.
  static func filling(_ schema: StoreSchema, _ model: CompiledModel) -> [String] {
    counts(schema, model).map { count in
      let (parent, child) = (SchemaStatements.quoted(count.parent.table), SchemaStatements.quoted(count.childTable))
      let (column, key) = (SchemaStatements.quoted(count.column), SchemaStatements.quoted(count.key))
      let numbers = count.parent.layout.subtree.compactMap { schema.entities[$0].map { "\($0.number)" } }
      return "UPDATE \(parent) SET \(column) = (SELECT COUNT(*) FROM \(child) WHERE \(key) = \(parent).Z_PK) "
        + "WHERE Z_ENT IN (\(numbers.joined(separator: ", ")))"
    }
  }

  private static func counts(_ schema: StoreSchema, _ model: CompiledModel) -> [Count] {
    schema.entities.flatMap { entity in
      entity.map { counts(of: $0, schema, model) } ?? []
    }
  }

  private static func counts(of entity: StoredEntity, _ schema: StoreSchema, _ model: CompiledModel) -> [Count] {
    let derived = model.entities[entity.layout.index].ownProperties.compactMap {
      $0 as? NSDerivedAttributeDescription
    }
    return derived.sorted { EntityOrder.precedes($0.name, $1.name) }.compactMap { attribute -> Count? in
      guard let derivation = attribute.derivation, derivation.hasSuffix(".@count"),
        let source = entity.layout.slotsByName[String(derivation.dropLast(7))],
        case .toMany(let relationship) = entity.layout.slots[source].kind,
        case .inverse(let slot)? = entity.toMany[source],
        let child = schema.entities[relationship.destination], let key = child.columns[slot]?.name,
        let count = entity.layout.slotsByName[attribute.name].flatMap({ entity.columns[$0]?.name })
      else { return nil }
      return Count(parent: entity, attribute: attribute.name, column: count, childTable: child.table, key: key)
    }
  }

  private struct Count {
    let parent: StoredEntity
    let attribute: String
    let column: String
    let childTable: String
    let key: String
  }

  private static func triggers(_ count: Count) -> [String] {
    let parent = SchemaStatements.quoted(count.parent.table)
    let child = SchemaStatements.quoted(count.childTable)
    let column = SchemaStatements.quoted(count.column)
    let key = SchemaStatements.quoted(count.key)
    let subject = "\(count.parent.layout.name)_\(count.attribute)"

    func call(_ function: String, _ row: String) -> String {
      "SELECT \(function)(\(text(count.parent.table)), Z_ENT, Z_PK, \(text(count.attribute)), \(column)) "
        + "FROM \(parent) WHERE Z_PK = \(row)"
    }
    func childTrigger(_ kind: String, _ event: String, _ row: String, _ change: String) -> String {
      let name = SchemaStatements.quoted("Z_DA_\(count.childTable)_\(subject)_PARAMETER_\(kind)")
      let call = call("NSCoreDataDATriggerUpdatedAffectedObjectValue", "\(row).\(key)")
      return "CREATE TRIGGER \(name) AFTER \(event) ON \(child) FOR EACH ROW WHEN (\(row).\(key) NOT NULL) BEGIN "
        + "UPDATE \(parent) SET \(column) = \(change) WHERE Z_PK = \(row).\(key); \(call); END"
    }
    let source = SchemaStatements.quoted("Z_DA_\(count.parent.table)_\(subject)_SOURCE_INSERT")
    return [
      childTrigger("INSERT", "INSERT", "NEW", "IFNULL(\(column), 0) + 1"),
      childTrigger("UPDATE_INCREMENT", "UPDATE OF \(key)", "NEW", "\(column) + 1"),
      childTrigger("UPDATE_DECREMENT", "UPDATE OF \(key)", "OLD", "\(column) - 1"),
      childTrigger("DELETE", "DELETE", "OLD", "\(column) - 1"),
      "CREATE TRIGGER \(source) AFTER INSERT ON \(parent) FOR EACH ROW BEGIN UPDATE \(parent) SET \(column) = "
        + "(SELECT IFNULL(COUNT(\(key)), 0) FROM \(child) WHERE \(key) = NEW.Z_PK) WHERE Z_PK = NEW.Z_PK; "
        + "\(call("NSCoreDataDATriggerInsertUpdatedAffectedObjectValue", "NEW.Z_PK")); END",
    ]
  }

  private static func text(_ text: String) -> String { "'\(text.replacing("'", with: "''"))'" }
}
