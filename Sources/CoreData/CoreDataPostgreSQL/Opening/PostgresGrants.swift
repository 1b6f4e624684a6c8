import CoreData

/// The owner of a store's tables and sequences, and the privileges of other roles on them, because tables and sequences
/// that replace them have neither.
struct PostgresGrants {
  private struct Grant: Hashable {
    /// The quoted role, or PUBLIC.
    let role: String
    let privilege: String
    let isGrantable: Bool
  }

  private let owner: String?
  private let tables: [String: Set<Grant>]
  private let sequences: [String: Set<Grant>]

  /// Reads owner and privileges of the existing store, if there is one.
  init(on connection: PostgresConnection) throws {
    let relations = try PostgresRelations(on: connection)
    let rows = try connection.run(
      """
      SELECT c.relname::text, CASE WHEN a.grantee = 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(a.grantee))::text END, \
      a.privilege_type::text, a.is_grantable FROM pg_class AS c, aclexplode(c.relacl) AS a \
      WHERE c.relnamespace = quote_ident(current_schema())::regnamespace AND a.grantee <> c.relowner
      """)
    var grants: [String: Set<Grant>] = [:]
    for row in 0..<rows.count {
      let grant = Grant(
        role: rows.text(row, 1), privilege: rows.text(row, 2), isGrantable: rows.integer(row, 3) == 1)
      grants[rows.text(row, 0), default: []].insert(grant)
    }
    func gather(_ names: [String]) -> [String: Set<Grant>] {
      Dictionary(names.map { (Self.place($0), grants[$0] ?? []) }) { first, _ in first }
    }
    (tables, sequences) = (gather(relations.tables), gather(relations.sequences))
    // A role that may drop a table may not always assign a new one to the old owner.
    let owners = try connection.run(
      """
      SELECT quote_ident(pg_get_userbyid(relowner))::text FROM pg_class \
      WHERE oid = to_regclass('"Z_METADATA"') AND relowner <> quote_ident(current_user)::regrole \
      AND pg_has_role(relowner, 'MEMBER') AND has_schema_privilege(relowner, relnamespace, 'CREATE')
      """)
    owner = owners.count > 0 ? owners.text(0, 0) : nil
  }

  /// Assigns the store's tables and sequences to the old owner, and grants the same privileges as on the ones that they
  /// replace. Further ones get the privileges that all tables of entities had.
  func apply(on connection: PostgresConnection) throws {
    let relations = try PostgresRelations(on: connection)
    let commands =
      commands("TABLE", relations.tables, former: tables)
      + commands("SEQUENCE", relations.sequences, former: sequences)
    try connection.run(commands.map { PostgresCommand($0) })
  }

  private func commands(_ kind: String, _ names: [String], former: [String: Set<Grant>]) -> [String] {
    let ofEntities = former.filter { !$0.key.isEmpty && !PostgresRelations.fixed.contains($0.key) }.values
    let common = ofEntities.dropFirst().reduce(ofEntities.first ?? []) { $0.intersection($1) }
    return names.flatMap { name -> [String] in
      let owning = owner.map { ["ALTER \(kind) \(name.quotedIdentifier) OWNER TO \($0)"] } ?? []
      return owning
        + (former[Self.place(name)] ?? common).map { grant in
          "GRANT \(grant.privilege) ON \(kind) \(name.quotedIdentifier) TO \(grant.role)"
            + (grant.isGrantable ? " WITH GRANT OPTION" : "")
        }
    }
  }

  /// The key of a table in the dictionaries. It is the same for all version tables, because each version of a store has
  /// its own.
  private static func place(_ table: String) -> String { PostgresVersionTable.matches(table) ? "" : table }
}
