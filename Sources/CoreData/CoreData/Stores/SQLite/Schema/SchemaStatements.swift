/// Writes the statements that create a new store, with the same text as Apple's Core Data.
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
        + plan.joins(of: table).map(self.table)
    }
  }

  /// The indexes of all tables.
  static func indexes(_ plan: SchemaPlan) -> [String] {
    IndexPlan.all(plan).map { index in
      let columns = index.columns.map { column in
        let order = column.isAscending.map { " COLLATE BINARY \($0 ? "ASC" : "DESC")" } ?? ""
        return quoted(column.name) + order
      }
      return "CREATE \(index.isUnique ? "UNIQUE INDEX" : "INDEX") \(quoted(index.name)) ON \(quoted(index.table)) "
        + "(\(columns.joined(separator: ", ")))" + (index.condition.map { " WHERE \($0.text(quoted: quoted))" } ?? "")
    }
  }

  private static func table(_ join: JoinPlan.Table) -> String {
    let columns = join.columns.map { "\(quoted($0)) INTEGER" }
    let keys = join.keys.map(quoted).joined(separator: ", ")
    return "CREATE TABLE \(quoted(join.name)) ( \(columns.joined(separator: ", ")), PRIMARY KEY (\(keys)) )"
  }

  /// A name as it is written in a statement. Apple quotes no names, so quotes are used only if necessary.
  static func quoted(_ name: String) -> String {
    let isPlain = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    // All names start with Z, so none is a number or an SQL keyword.
    return isPlain ? name : name.quotedIdentifier
  }
}
