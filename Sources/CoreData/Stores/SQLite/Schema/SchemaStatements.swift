/// Writes the statements of a new store as Apple's Core Data words them.
enum SchemaStatements {
  /// The tables that every store has.
  static let bookkeeping = [
    "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)",
    "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)",
    modelCache,
  ]

  static let modelCache = "CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)"

  /// The entities' tables, each followed by the join tables that are named after its entities.
  static func tables(_ plan: SchemaPlan) -> [String] {
    plan.tables.flatMap { table in
      let fixed = ["Z_PK INTEGER PRIMARY KEY", "Z_ENT INTEGER", "Z_OPT INTEGER"]
      let columns = fixed + table.columns.map { "\(quoted($0.name)) \($0.type.rawValue)" }
      return ["CREATE TABLE \(quoted(table.name)) ( \(columns.joined(separator: ", ")) )"]
        + joins(of: table, plan).map(self.table)
    }
  }

  /// The indexes of all tables: of to-one relationships and entities, of join tables, of attributes, those that have a
  /// name, and the unique ones. Of several with one name the first is made.
  static func indexes(_ plan: SchemaPlan) -> [String] {
    var names: Set<String> = []
    return plan.tables.flatMap { indexes(of: $0, plan) }.filter { names.insert($0.name).inserted }.map(\.statement)
  }

  private struct Index {
    let name: String
    let table: String
    /// Quoted, with collation and direction where it has them.
    let columns: [String]
    var isUnique = false

    var statement: String {
      "CREATE \(isUnique ? "UNIQUE INDEX" : "INDEX") \(quoted(name)) ON \(quoted(table)) "
        + "(\(columns.joined(separator: ", ")))"
    }
  }

  private static func indexes(of table: SchemaPlan.Table, _ plan: SchemaPlan) -> [Index] {
    let entities = plan.entities(of: table)
    var indexes = toOneColumns(of: entities, plan).map { column in
      Index(name: "\(table.name)_\(column)_INDEX", table: table.name, columns: [quoted(column)])
    }
    if entities.count > 1 {
      indexes.append(Index(name: "\(table.name)_Z_ENT_INDEX", table: table.name, columns: ["Z_ENT"]))
    }
    indexes += joins(of: table, plan).map { join in
      Index(
        name: "\(join.name)_\(join.keys[1])_INDEX", table: join.name, columns: [join.keys[1], join.keys[0]].map(quoted)
      )
    }
    let makers = [attributeIndexes, unnamedIndexes, namedIndexes, uniqueIndexes]
    return indexes + makers.flatMap { make in entities.flatMap { make($0, table, plan) } }
  }

  private static func table(_ join: JoinPlan.Table) -> String {
    let columns = join.columns.map { "\(quoted($0)) INTEGER" }
    let keys = join.keys.map(quoted).joined(separator: ", ")
    return "CREATE TABLE \(quoted(join.name)) ( \(columns.joined(separator: ", ")), PRIMARY KEY (\(keys)) )"
  }

  private static func joins(of table: SchemaPlan.Table, _ plan: SchemaPlan) -> [JoinPlan.Table] {
    plan.joins.tables.filter { plan.model.layout.entities[$0.owner].root == table.root }
  }

  /// The to-one columns in the table's order.
  private static func toOneColumns(of entities: [Int], _ plan: SchemaPlan) -> [String] {
    entities.flatMap { index in
      let entity = plan.model.layout.entities[index]
      let inherited = entity.parent.map { plan.model.layout.entities[$0].slots.count } ?? 0
      return entity.toOneSlots.filter { $0 >= inherited }.sorted {
        EntityOrder.precedes(entity.slots[$0].name, entity.slots[$1].name)
      }.compactMap { plan.columns[index][$0]?.name }
    }
  }

  /// Attributes that are indexed by themselves. A compiled model has an index of the attribute's name besides.
  private static func attributeIndexes(_ entity: Int, _ table: SchemaPlan.Table, _ plan: SchemaPlan) -> [Index] {
    let description = plan.model.entities[entity]
    let names = description.ownProperties.filter { $0.hasOwnIndex && $0 is NSAttributeDescription }.map(\.name)
    return names.filter { name in !description.indexes.contains { $0.name == name } }.sorted(by: EntityOrder.precedes)
      .compactMap { collated("Z_\(description.name ?? "")_\($0)", [($0, true)], entity, table, plan) }
  }

  /// Indexes of older models over several properties. Newer models list each a second time, under a name.
  private static func unnamedIndexes(_ entity: Int, _ table: SchemaPlan.Table, _ plan: SchemaPlan) -> [Index] {
    let named = plan.model.entities[entity].indexes.map { $0.elements.compactMap(\.propertyName) }
    return plan.model.entities[entity].unnamedIndexNames.filter { !named.contains($0) }.compactMap { names in
      columns(names, entity, plan).map { columns in
        let name = ([table.name] + columns).joined(separator: "_")
        return Index(name: name, table: table.name, columns: columns.map(quoted))
      }
    }
  }

  private static func namedIndexes(_ entity: Int, _ table: SchemaPlan.Table, _ plan: SchemaPlan) -> [Index] {
    plan.model.entities[entity].indexes.compactMap { index in
      // How Apple stores an R-tree is not known. An index changes no result, so this one is left out.
      guard index.elements.allSatisfy({ $0.collationType == .binary }) else { return nil }
      let elements = index.elements.map { ($0.propertyName ?? "", $0.isAscending) }
      return collated("Z_\(plan.model.layout.entities[entity].name)_\(index.name)", elements, entity, table, plan)
    }
  }

  private static func uniqueIndexes(_ entity: Int, _ table: SchemaPlan.Table, _ plan: SchemaPlan) -> [Index] {
    plan.model.entities[entity].uniquenessNames.compactMap { names in
      let name = (["Z_\(plan.model.layout.entities[entity].name)_UNIQUE"] + names).joined(separator: "_")
      var index = collated(name, names.map { ($0, true) }, entity, table, plan)
      index?.isUnique = true
      return index
    }
  }

  private static func collated(
    _ name: String, _ elements: [(property: String, isAscending: Bool)], _ entity: Int, _ table: SchemaPlan.Table,
    _ plan: SchemaPlan
  ) -> Index? {
    guard let columns = columns(elements.map(\.property), entity, plan) else { return nil }
    let list = zip(columns, elements).map { column, element in
      "\(quoted(column)) COLLATE BINARY \(element.isAscending ? "ASC" : "DESC")"
    }
    return Index(name: name, table: table.name, columns: list)
  }

  /// The columns of an entity's properties; nil when there are none or one of them has no column.
  private static func columns(_ names: [String], _ entity: Int, _ plan: SchemaPlan) -> [String]? {
    let layout = plan.model.layout.entities[entity]
    let columns = names.compactMap { name in layout.slotsByName[name].flatMap { plan.columns[entity][$0]?.name } }
    return columns.count == names.count && !columns.isEmpty ? columns : nil
  }

  /// A name as it stands in a statement: Apple quotes none, and most need no quotes.
  static func quoted(_ name: String) -> String {
    let isPlain = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    // All names start with a Z, so none is a number or one of SQLite's words.
    return isPlain ? name : "\"\(name.replacing("\"", with: "\"\""))\""
  }
}
