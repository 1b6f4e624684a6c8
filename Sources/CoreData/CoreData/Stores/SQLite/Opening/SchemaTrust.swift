/// Decides whether triggers of a file may use R-trees. SQLite allows that only if it trusts the whole schema.
///
/// A file may be hostile. Its schema is trusted only if it has no views, if each trigger of an R-tree has exactly the
/// text that Apple's Core Data writes, and if everything else names only the file's own tables and columns, SQL
/// keywords and the few functions that Core Data's triggers call. If it is not trusted, saves to the tables with such
/// triggers fail.
struct SchemaTrust {
  private struct Object {
    let type: String
    let name: String
    let table: String
    let sql: String
  }

  private let objects: [Object]
  /// The known names, in capitals because SQLite ignores case.
  private let names: Set<String>
  private let tables: Set<String>
  private let columns: [String: Set<String>]

  /// Checks whether the triggers of R-trees may run.
  ///
  /// - Returns: false if there is no R-tree, because nothing needs trust then.
  static func isDeserved(on connection: Connection) throws -> Bool {
    let needsTrust = try connection.integer(
      "SELECT count(*) FROM sqlite_schema WHERE type = 'trigger' AND sql LIKE '%Z!_RT!_%' ESCAPE '!'")
    guard let needsTrust, needsTrust > 0 else { return false }
    return try SchemaTrust(on: connection).isDeserved
  }

  private init(on connection: Connection) throws {
    var objects: [Object] = []
    try connection.withStatement(
      "SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_schema"
    ) { statement in
      while try statement.step() {
        objects.append(
          Object(
            type: statement.text(at: 0), name: statement.text(at: 1), table: statement.text(at: 2),
            sql: statement.text(at: 3)))
      }
    }
    var columns: [String: Set<String>] = [:]
    try connection.withStatement(
      "SELECT m.name, c.name FROM sqlite_schema AS m JOIN pragma_table_info(m.name) AS c WHERE m.type = 'table'"
    ) {
      while try $0.step() { columns[$0.text(at: 0), default: []].insert($0.text(at: 1)) }
    }
    self.objects = objects
    self.columns = columns
    tables = Set(objects.filter { $0.type == "table" }.map { $0.name.uppercased() })
    names = tables.union(objects.map { $0.name.uppercased() })
      .union(columns.values.joined().map { $0.uppercased() })
  }

  private var isDeserved: Bool {
    let virtual = objects.filter { $0.type == "table" && $0.sql.uppercased().hasPrefix("CREATE VIRTUAL") }
    return objects.allSatisfy { object in
      switch object.type {
      case "table" where virtual.contains { $0.name == object.name }: RTreeIndex(object.sql, of: "") != nil
      case "trigger" where virtual.contains { object.sql.contains($0.name) }: isOfRTree(object, among: virtual)
      case "table", "index", "trigger": isPlain(object.sql)
      default: false
      }
    }
  }

  private func isOfRTree(_ trigger: Object, among virtual: [Object]) -> Bool {
    virtual.contains { table in
      guard let index = RTreeIndex(table.sql, of: trigger.table), index.name == table.name,
        let columns = columns[trigger.table], Set(index.columns).isSubset(of: columns)
      else { return false }
      return index.triggers.contains { $0.name == trigger.name && $0.statement == trigger.sql }
    }
  }

  private func isPlain(_ sql: String) -> Bool {
    guard let tokens = SQLTokens.all(in: sql) else { return false }
    for (place, token) in tokens.enumerated() {
      guard case .name(let name) = token else { continue }
      let isCalled = place + 1 < tokens.count && tokens[place + 1] == .sign("(")
      if Self.words.contains(name) || Self.functions.contains(name) { continue }
      if isCalled {
        // A name before a list of columns is a table's name.
        guard tables.contains(name), place > 0, case .name(let before) = tokens[place - 1],
          ["TABLE", "INTO", "ON"].contains(before)
        else { return false }
      } else if !names.contains(name), !Self.isAlias(name) {
        return false
      }
    }
    return true
  }

  /// Whether the name is an alias as this package's triggers use it for the tables of a path.
  private static func isAlias(_ name: String) -> Bool {
    (name.hasPrefix("T") || name.hasPrefix("J")) && name.count > 1 && name.dropFirst().allSatisfy(\.isNumber)
  }

  private static let words = Set(
    """
    ADD AFTER AND AS ASC BEGIN BETWEEN BINARY BLOB BY CASE CAST COLLATE CREATE DECIMAL DELETE DESC DISTINCT EACH ELSE END \
    EXISTS FLOAT FOR FROM GROUP IN INDEX INNER INSERT INTEGER INTO IS ISNULL JOIN KEY LEFT LIMIT NEW NOT NOTNULL NULL OF \
    OLD ON OR ORDER PRIMARY REPLACE ROW SELECT SET TABLE THEN TIMESTAMP TRIGGER UNIQUE UPDATE VALUES VARCHAR WHEN WHERE
    """.split(separator: " ").map(String.init))

  private static let functions = Set(
    """
    ABS COALESCE COUNT IFNULL MAX MIN SUM TOTAL NSCOREDATADATRIGGERUPDATEDAFFECTEDOBJECTVALUE \
    NSCOREDATADATRIGGERINSERTUPDATEDAFFECTEDOBJECTVALUE NSCOREDATATRIGGERUPDATEAFFECTEDOBJECTVALUE NSCOREDATANOW
    """.split(separator: " ").map(String.init))
}
