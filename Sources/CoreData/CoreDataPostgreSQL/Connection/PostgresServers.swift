/// Servers that an address names for one purpose, such as listening, in addition to its main hosts.
struct PostgresServers: Sendable, Hashable {
  /// The hosts; empty for the hosts of the address.
  private let hosts: [Substring]
  /// The ports: a single port for all hosts, or a port for each host.
  private let ports: [Substring]
  /// The required kind of server, as libpq's `target_session_attrs`; nil for the address's own setting.
  private let attributes: String?
  /// The seconds that each server may take to answer; nil for the address's own setting.
  private var patience: Int?

  /// Makes a list of one server, which is one of several.
  init(host: Substring, port: Substring) { (hosts, ports, attributes, patience) = ([host], [port], nil, 2) }

  /// - Parameters:
  ///   - hosts: the hosts as libpq reads them, separated by commas; nil for the hosts of the address.
  ///   - ports: the ports, in the same form.
  /// - Returns: nil if the address names neither hosts nor ports.
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
