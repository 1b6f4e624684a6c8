import CoreData
import Foundation

/// Replaces the contents of a store, or removes them.
struct PostgresRewriting {
  let address: PostgresAddress
  let url: URL
  let timeout: TimeInterval

  init(_ address: PostgresAddress, _ url: URL, timeout: TimeInterval) {
    self.address = address
    self.url = url
    self.timeout = timeout
  }

  /// Creates a new store in another schema, and moves its tables to this one in one transaction.
  ///
  /// - Returns: false if the store's metadata differs from the given one. Nothing was changed then.
  func run(ifStill metadata: StoreMetadata?, _ make: (URL) throws -> Void) throws -> Bool {
    let schema = "\(address.schema)_\(UUID().uuidString.prefix(8))".shortened(to: PostgresDialect.longestName)
    let new = try PostgresAddress(try address.url(ofSchema: schema))
    let connection = try PostgresConnection(address, timeout: timeout)
    defer { try? remove(new) }
    try PostgresCreation.begin(address, on: connection)
    // The transaction is idle while the new store is made.
    connection.sendLater("SET LOCAL idle_in_transaction_session_timeout = 0")
    let versionTable = try PostgresVersionTable(on: connection)
    // The old store can be read meanwhile.
    if let versionTable { try connection.run(versionTable.closing) }
    if let metadata {
      guard try PostgresOpening.metadata(address, on: connection) == metadata else {
        try connection.run("ROLLBACK")
        return false
      }
    }
    try make(try address.url(ofSchema: schema))
    if let versionTable { try connection.run(versionTable.taking) }
    let grants = try PostgresGrants(on: connection)
    try drop(on: connection)
    if try connection.run("SELECT current_schema() IS NULL").integer(0, 0) == 1 {
      try connection.run("CREATE SCHEMA \(address.quotedSchema)")
    }
    let relations = try connection.run(
      """
      SELECT quote_ident(c.relname)::text, c.relkind::text FROM pg_class AS c \
      WHERE c.relnamespace = $1::text::regnamespace AND (c.relkind IN ('r', 'p') OR c.relkind = 'S' AND NOT EXISTS \
      (SELECT 1 FROM pg_depend AS d WHERE d.objid = c.oid AND d.deptype = 'i')) ORDER BY 1
      """, new.schemaParameter)
    try connection.run(
      (0..<relations.count).map { row in
        let kind = relations.text(row, 1) == "S" ? "SEQUENCE" : "TABLE"
        return PostgresCommand(
          "ALTER \(kind) \(new.quotedSchema).\(relations.text(row, 0)) SET SCHEMA \(address.quotedSchema)")
      })
    try grants.apply(on: connection)
    try connection.run("COMMIT")
    return true
  }

  /// Removes the store's tables, and its schema if that is empty then. It is no error if the store does not exist.
  func destroy() throws { try remove(address) }

  /// Copies another store here, with the identity of that store. The copy's history begins empty. Its numbers begin
  /// after those that history tokens of that identity may have, so that each token either leads to all later changes or
  /// has expired.
  ///
  /// - Throws: Cocoa error 260 if there is no source.
  func replace(withStoreAt source: URL) throws {
    let kind = PostgresStoreKind()
    let identifier = try kind.metadata(at: source).identifier
    let replacement = StoreReplacement(source: source, sourceKind: kind, destination: url, destinationKind: kind)
    _ = try run(ifStill: nil) { new in
      let before = try lastNumber(of: identifier, at: source) ?? 0
      try replacement.makeCopy(at: new)
      let after = try lastNumber(of: identifier, at: source) ?? before
      // A save during the copying may be in the copy or not, so skip a number.
      var last = before == after ? before : after &+ 1
      // If the replaced store has the same identity, one is a copy of the other, and both may have been written since.
      if let former = try lastNumber(of: identifier, at: url) { last = max(last, former &+ 1) }
      var parameters = PostgresParameters()
      parameters.append(identifier)
      try PostgresConnection(PostgresAddress(new), timeout: timeout).run([
        PostgresCommand("UPDATE \"Z_METADATA\" SET \"Z_UUID\" = $1::text", parameters),
        PostgresCommand("UPDATE \"Z_HISTORY\" SET \"ZLAST\" = $1::int8", PostgresParameters(last)),
      ])
    }
  }

  /// The last number of a store's history; nil if there is no store of that identity.
  private func lastNumber(of identifier: String, at url: URL) throws -> Int64? {
    let connection = try PostgresConnection(PostgresAddress(url), timeout: timeout)
    let tables = "to_regclass('\"Z_METADATA\"') IS NOT NULL AND to_regclass('\"Z_HISTORY\"') IS NOT NULL"
    guard try connection.run("SELECT \(tables)").integer(0, 0) == 1 else { return nil }
    var parameters = PostgresParameters()
    parameters.append(identifier)
    let rows = try connection.run(
      """
      SELECT "ZLAST" FROM "Z_HISTORY" \
      WHERE $1::text = (SELECT "Z_UUID" FROM "Z_METADATA" ORDER BY "Z_VERSION" LIMIT 1)
      """, parameters)
    return rows.count > 0 ? rows.integer(0, 0) : nil
  }

  private func remove(_ address: PostgresAddress) throws {
    let connection = try PostgresConnection(address, timeout: timeout)
    try PostgresCreation.begin(address, on: connection)
    if let versionTable = try PostgresVersionTable(on: connection) { try connection.run(versionTable.taking) }
    try drop(on: connection)
    if address.schema != "public" { try dropSchema(of: address, on: connection) }
    try connection.run("COMMIT")
  }

  /// Drops the schema, unless it contains anything else or belongs to another role.
  private func dropSchema(of address: PostgresAddress, on connection: PostgresConnection) throws {
    try connection.run("SAVEPOINT emptied")
    do {
      try connection.run("DROP SCHEMA IF EXISTS \(address.quotedSchema)")
    } catch let error as PostgresError where !error.endsConnection {
      try connection.run("ROLLBACK TO SAVEPOINT emptied")
    }
  }

  /// Drops the tables and sequences of the store. Those of another program in the same schema stay.
  private func drop(on connection: PostgresConnection) throws {
    guard try PostgresOpening.isThere(connection) else { return }
    let relations = try PostgresRelations(on: connection)
    // In one command and without `CASCADE`, so that a dependent view of another program causes an error.
    let dropping = [("TABLE", relations.tables), ("SEQUENCE", relations.sequences)].filter { !$0.1.isEmpty }
    try connection.run(
      dropping.map { kind, names in
        PostgresCommand("DROP \(kind) \(names.map(\.quotedIdentifier).joined(separator: ", "))")
      })
  }
}

extension PostgresAddress {
  /// The schema's name as a parameter for a cast to `regnamespace`.
  fileprivate var schemaParameter: PostgresParameters {
    var parameters = PostgresParameters()
    parameters.append(quotedSchema)
    return parameters
  }
}
