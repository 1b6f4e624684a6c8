import CPostgreSQL
import CoreData
import Foundation

/// The address of a store on a server.
struct PostgresAddress: Sendable, Hashable {
  /// The connection string for libpq. It may hold a password, so no message and no log contains it.
  let connectionString: String
  /// The schema with the store's tables.
  let schema: String
  /// The address in messages: without user, password and settings.
  let name: String
  /// The name under which commits to the store are notified of.
  let channel: String

  /// The schema of an address that names none.
  static let defaultSchema = "core_data"

  /// Reads an address: a `postgresql:` URL as libpq takes it, with `schema` among its settings for the store's
  /// schema.
  ///
  /// - Throws: 134080 when it is none, or the schema's name cannot be one.
  init(_ url: URL) throws {
    // Not even libpq may see it: its words repeat a host, which may be a user's name, and a port.
    guard !url.hasStrayAt else {
      throw NSError.coreData(
        NSPersistentStoreOpenError,
        "A PostgreSQL store cannot be opened: its address has an @ elsewhere than behind user and password. "
          + "It is written postgresql://user@host:port/database?schema=name, with characters of other meaning "
          + "percent-encoded: / is %2F, ? is %3F, # is %23, and any other @ is %40.")
    }
    let (base, query) = Self.divided(url.absoluteString)
    var settings = query.split(separator: "&").map(String.init)
    var schema = Self.defaultSchema
    settings.removeAll { setting in
      guard setting.hasPrefix("schema=") else { return false }
      schema = String(setting.dropFirst("schema=".count)).removingPercentEncoding ?? ""
      return true
    }
    let connectionString = base + (settings.isEmpty ? "" : "?" + settings.joined(separator: "&"))
    let name = Self.plain(base, settings) + (schema == Self.defaultSchema ? "" : " (schema \(schema))")
    if let problem = Self.problem(ofSchema: schema) {
      throw NSError.coreData(NSPersistentStoreOpenError, "\(name) cannot be opened: \(problem).")
    }
    (self.connectionString, self.schema, self.name) = (connectionString, schema, name)
    channel = "core_data.\(schema)".shortened(to: PostgresDialect.longestName)
    try check()
  }

  /// Whether a URL is the address of a store on a server.
  static func isOne(_ url: URL?) -> Bool { ["postgresql", "postgres"].contains(url?.scheme?.lowercased() ?? "") }

  /// The schema's name as it stands in a statement.
  var quotedSchema: String { schema.quotedIdentifier }

  /// Checks that libpq can read the address. The error has words of ours: libpq's own may repeat the address.
  private func check() throws {
    var message: UnsafeMutablePointer<CChar>?
    defer { PQfreemem(message) }
    guard let options = PQconninfoParse(connectionString, &message) else {
      throw NSError.coreData(
        NSPersistentStoreOpenError,
        "\(name) cannot be opened: its address is none that libpq can read. It is written "
          + "postgresql://user@host:port/database?schema=name, with characters of other meaning percent-encoded.")
    }
    PQconninfoFree(options)
  }

  private static func divided(_ text: String) -> (base: String, query: String) {
    let address = text.prefix { $0 != "#" }
    guard let mark = address.firstIndex(of: "?") else { return (String(address), "") }
    return (String(address[..<mark]), String(address[address.index(after: mark)...]))
  }

  /// Host and database alone.
  private static func plain(_ base: String, _ settings: [String]) -> String {
    guard let start = base.range(of: "://") else { return "The PostgreSQL store" }
    let rest = base[start.upperBound...]
    let end = rest.firstIndex(of: "/") ?? rest.endIndex
    var host = String(rest[..<end].split(separator: "@", omittingEmptySubsequences: false).last ?? "")
    if host.isEmpty, let setting = settings.first(where: { $0.hasPrefix("host=") }) {
      host = String(setting.dropFirst(5))
    }
    return "postgresql://\(host.removingPercentEncoding ?? host)\(rest[end...])"
  }

  private static func problem(ofSchema name: String) -> String? {
    if name.isEmpty { return "the name of its schema is empty" }
    if name.utf8.contains(0) { return "the name of its schema has a character that no name may have" }
    if name.utf8.count > 63 {
      return "the name of its schema has \(name.utf8.count) bytes, and a name has 63 at most"
    }
    if name.hasPrefix("pg_") || name == "information_schema" {
      return "the schema \(name) is one of the server's own"
    }
    // A search path has the user's name in its place, quoted or not.
    if name == "$user" { return "the server takes the schema $user for one with the user's name" }
    return nil
  }
}
