/// The tables that a fetch reads: that of its entity, as `t0`, and those that its key paths lead through.
struct TableJoins {
  /// Where the value at the end of a path is.
  struct PathColumn {
    /// The value: `t0."ZNAME"`.
    let expression: String
    /// For a to-one relationship whose destination has subentities: the destination's `Z_ENT`.
    let entityNumber: String?
    /// The entity that the last property belongs to, and its slot there.
    let entity: Int
    let slot: Int
  }

  static let root = "t0"

  let schema: StoreSchema
  private let entity: StoredEntity
  private var clauses: [String] = []
  /// The alias of the table that each run of hops ends in.
  private var aliases: [[Int]: String] = [:]

  init(of entity: EntityLayout, in schema: StoreSchema) throws {
    self.schema = schema
    self.entity = try schema.stored(entity.index)
  }

  /// `FROM` with all joins that were asked for.
  var fromClause: String {
    (["FROM \(entity.table.quotedIdentifier) AS \(Self.root)"] + clauses).joined(separator: " ")
  }

  /// The value at the end of a path; the joins it takes are added. A missing row on the way gives NULL.
  mutating func column(at path: CompiledPath) throws -> PathColumn {
    var alias = Self.root
    var current = path.entity
    for (depth, slot) in path.hops.enumerated() {
      let stored = try schema.storedColumn(slot, of: current)
      let destination = try schema.destination(of: slot, in: current)
      let hops = Array(path.hops[...depth])
      if let known = aliases[hops] {
        alias = known
      } else {
        let next = "t\(aliases.count + 1)"
        clauses.append(
          "LEFT JOIN \(destination.table.quotedIdentifier) AS \(next) ON \(next).Z_PK = \(alias).\(stored.name.quotedIdentifier)"
        )
        aliases[hops] = next
        alias = next
      }
      current = destination.layout.index
    }
    let stored = try schema.storedColumn(path.last, of: current)
    let expression = "\(alias).\(stored.name.quotedIdentifier)"
    return PathColumn(
      expression: expression,
      entityNumber: try schema.entityNumberExpression(slot: path.last, of: current, alias: alias),
      entity: current, slot: path.last
    )
  }
}

extension StoreSchema {
  /// Where an entity's rows are.
  ///
  /// - Throws: when this store does not hold the entity.
  func stored(_ entity: Int) throws -> StoredEntity {
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

  /// The SQL of a reference's `Z_ENT`, where the destination may be of several entities: the companion column, or a
  /// look at the destination's row where the table has none.
  func entityNumberExpression(slot: Int, of entity: Int, alias: String) throws -> String? {
    guard case .toOne(let relationship) = model.entities[entity].slots[slot].kind,
      model.entities[relationship.destination].subtree.count > 1
    else { return nil }
    let column = try storedColumn(slot, of: entity)
    if let name = column.entityName { return "\(alias).\(name.quotedIdentifier)" }
    let destination = try stored(relationship.destination)
    return "(SELECT d.Z_ENT FROM \(destination.table.quotedIdentifier) AS d "
      + "WHERE d.Z_PK = \(alias).\(column.name.quotedIdentifier))"
  }
}
