import CPostgreSQL
import CoreData
import Foundation

/// The address of a store on a server.
struct PostgresAddress: Sendable, Hashable {
  /// The connection string for libpq. It may contain a password, so no message and no log may show it.
  let connectionString: String
  /// The schema with the store's tables.
  let schema: String
  /// The address in messages: without user, password and settings.
  let name: String
  /// The channel on which the server notifies of commits to the store.
  let channel: String
  /// The way in which a pooler before the server shares its sessions, according to the address; nil without a pooler.
  private(set) var pooling: PostgresPooling?
  /// The servers to connect to instead of those of the connection string.
  private(set) var servers: PostgresServers?
  /// The servers of the address to listen to, and those to read from.
  private let listeningServers, readingServers: PostgresServers?
  /// The hosts of the address, each alone; empty if the address has only one.
  private(set) var alternatives: [PostgresServers] = []
  /// The settings of the address that this package adds to libpq's, except the schema, as they are written.
  private let ownSettings: [String]

  /// The schema if the address names none.
  static let defaultSchema = "core_data"

  /// Parses an address: a `postgresql:` URL as libpq accepts it, with a further setting `schema` for the store's
  /// schema.
  ///
  /// - Throws: Cocoa error 134080 if the URL is not such an address, or if the schema cannot have this name.
  init(_ url: URL) throws {
    // Do not pass it to libpq, whose error message would repeat host and port. These may in fact be parts of the user's
    // name and password.
    guard !url.hasStrayAt else {
      throw NSError.coreData(
        NSPersistentStoreOpenError,
        "A PostgreSQL store cannot be opened: its address has an @ elsewhere than behind user and password. "
          + "It is written postgresql://user@host:port/database?schema=name, with characters of other meaning "
          + "percent-encoded: / is %2F, ? is %3F, # is %23, and any other @ is %40.")
    }
    let (base, query) = Self.divided(url.absoluteString)
    var settings = query.split(separator: "&").map(String.init)
    var own: [String: String] = [:]
    var ownSettings: [String] = []
    settings.removeAll { setting in
      let parts = setting.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let key = parts.first.map(String.init), Self.ownKeys.contains(key) else { return false }
      own[key] = parts.count > 1 ? String(parts[1]).removingPercentEncoding ?? "" : ""
      if key != "schema" { ownSettings.append(setting) }
      return true
    }
    let schema = own["schema"] ?? Self.defaultSchema
    let connectionString = base + (settings.isEmpty ? "" : "?" + settings.joined(separator: "&"))
    let name = Self.plain(base, settings) + (schema == Self.defaultSchema ? "" : " (schema \(schema))")
    if let problem = Self.problem(ofSchema: schema) {
      throw NSError.coreData(NSPersistentStoreOpenError, "\(name) cannot be opened: \(problem).")
    }
    if let text = own["pooling"] {
      guard let pooling = PostgresPooling(rawValue: text) else {
        throw NSError.coreData(
          NSPersistentStoreOpenError,
          "\(name) cannot be opened: the setting pooling of its address is session or transaction, and not \(text).")
      }
      self.pooling = pooling
    }
    (self.connectionString, self.schema, self.name) = (connectionString, schema, name)
    self.ownSettings = ownSettings
    listeningServers = PostgresServers(
      hosts: own["listen_host"], ports: own["listen_port"],
      attributes: own["listen_host"]?.contains(",") == true ? Self.primary : nil)
    readingServers = PostgresServers(
      hosts: own["read_host"], ports: own["read_port"], attributes: "prefer-standby")
    channel = "core_data.\(schema)".shortened(to: PostgresDialect.longestName)
    alternatives = try check()
  }

  /// libpq's word for servers that take writes.
  static let primary = "read-write"

  /// Whether it names several hosts: a primary server and those that may take its place.
  var hasSeveralServers: Bool { !alternatives.isEmpty }

  /// The address of one server.
  func at(_ servers: PostgresServers) -> PostgresAddress {
    var address = self
    address.servers = servers
    return address
  }

  private static let ownKeys: Set = ["schema", "pooling", "listen_host", "listen_port", "read_host", "read_port"]

  /// The address to listen at. If a pooler is before the server, it is the address of the server itself.
  var forListening: PostgresAddress { listeningServers.map(direct) ?? self }

  /// The address of the servers to read from, standbys if possible; nil to read from the server for saves.
  var forReading: PostgresAddress? { readingServers.map(direct) }

  /// The same address with another word about poolers.
  func pooled(by pooling: PostgresPooling) -> PostgresAddress {
    var address = self
    address.pooling = pooling
    return address
  }

  private func direct(_ servers: PostgresServers) -> PostgresAddress {
    var address = self
    (address.servers, address.pooling, address.alternatives) = (servers, .session, [])
    return address
  }

  /// Whether each transaction may be run by another session of the server, so that a session has no settings,
  /// statements, locks or notifications of this program's.
  var sharesSessions: Bool { pooling == .transaction }

  /// The same address with another schema.
  func url(ofSchema schema: String) throws -> URL {
    let name = schema.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? schema
    let settings = (ownSettings + ["schema=\(name)"]).joined(separator: "&")
    guard let url = URL(string: connectionString + (connectionString.contains("?") ? "&" : "?") + settings) else {
      throw NSError.coreData(NSPersistentStoreOpenError, "\(self.name) has an address that cannot be extended.")
    }
    return url
  }

  /// Whether a URL is the address of a store on a server.
  static func isOne(_ url: URL?) -> Bool { ["postgresql", "postgres"].contains(url?.scheme?.lowercased() ?? "") }

  /// The schema's name, quoted for a statement.
  var quotedSchema: String { schema.quotedIdentifier }

  /// Checks that libpq can read the address. The error has words of ours: libpq's own may repeat the address.
  ///
  /// - Returns: each of several hosts.
  private func check() throws -> [PostgresServers] {
    var message: UnsafeMutablePointer<CChar>?
    defer { PQfreemem(message) }
    guard let options = PQconninfoParse(connectionString, &message) else {
      throw NSError.coreData(
        NSPersistentStoreOpenError,
        "\(name) cannot be opened: its address is none that libpq can read. It is written "
          + "postgresql://user@host:port/database?schema=name, with characters of other meaning percent-encoded.")
    }
    defer { PQconninfoFree(options) }
    var values: [String: String] = [:]
    var place = options
    while let keyword = place.pointee.keyword {
      values[String(cString: keyword)] = place.pointee.val.map { String(cString: $0) }
      place += 1
    }
    // Addresses in numbers would have to be replaced with the names.
    guard let hosts = values["host"]?.split(separator: ","), hosts.count > 1, values["hostaddr"] == nil else {
      return []
    }
    let ports = values["port"]?.split(separator: ",", omittingEmptySubsequences: false) ?? []
    return hosts.enumerated().map { place, host in
      let port = (ports.count == hosts.count ? ports[place] : ports.first) ?? ""
      // As many ports as hosts are in the address, if need be empty ones, and one is to take their place.
      return PostgresServers(host: host, port: port.isEmpty ? Self.defaultPort : port)
    }
  }

  private static let defaultPort = Substring(ProcessInfo.processInfo.environment["PGPORT"] ?? "5432")

  private static func divided(_ text: String) -> (base: String, query: String) {
    let address = text.prefix { $0 != "#" }
    guard let mark = address.firstIndex(of: "?") else { return (String(address), "") }
    return (String(address[..<mark]), String(address[address.index(after: mark)...]))
  }

  /// The address with host and database only.
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
    // In a search path, `$user` stands for the user's name, quoted or not.
    if name == "$user" { return "the server takes the schema $user for one with the user's name" }
    return nil
  }
}
