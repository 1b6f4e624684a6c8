/// Servers that an address names for one purpose, beside its own.
struct PostgresServers: Sendable, Hashable {
  /// The hosts; none for those of the address.
  private let hosts: [Substring]
  /// The ports: a single port for all hosts, or a port for each host.
  private let ports: [Substring]
  /// The servers among them that are wanted, as libpq's `target_session_attrs`; nil as the address says.
  private let attributes: String?
  /// How long each may take to answer, in seconds; nil as the address says.
  private var patience: Int?

  /// A single server of several, which answers for itself.
  init(host: Substring, port: Substring) { (hosts, ports, attributes, patience) = ([host], [port], nil, 2) }

  /// - Parameters:
  ///   - hosts: as libpq reads them, commas between them; nil for those of the address.
  ///   - ports: likewise.
  /// - Returns: nil where an address names neither.
  init?(hosts: String?, ports: String?, attributes: String? = nil) {
    guard hosts != nil || ports != nil else { return nil }
    self.hosts = hosts?.split(separator: ",") ?? []
    // The port of the address is that of the pooler, or of the primary server.
    self.ports = ports?.split(separator: ",") ?? ["5432"]
    self.attributes = attributes
  }

  /// libpq's settings, which replace those of a connection string. The hosts are in a random order, so that each has
  /// its share of connections.
  var settings: [(String, String)] {
    let order = hosts.indices.shuffled()
    var settings = hosts.isEmpty ? [] : [("host", order.map { hosts[$0] }.joined(separator: ","))]
    let isPaired = ports.count > 1 && ports.count == hosts.count
    settings.append(("port", (isPaired ? order.map { ports[$0] } : ports).joined(separator: ",")))
    if let attributes { settings.append(("target_session_attrs", attributes)) }
    if let patience { settings.append(("connect_timeout", String(patience))) }
    return settings
  }
}
