/// Servers that an address names for one purpose, beside its own.
struct PostgresServers: Sendable, Hashable {
  /// Hosts as libpq reads them, commas between them; nil for those of the address.
  let hosts: String?
  /// One port for all hosts, or one for each.
  let ports: String

  /// - Returns: nil where an address names neither.
  init?(hosts: String?, ports: String?) {
    guard hosts != nil || ports != nil else { return nil }
    // The port of the address is that of the pooler.
    (self.hosts, self.ports) = (hosts, ports ?? "5432")
  }

  /// libpq's settings, which replace those of a connection string.
  var settings: [(String, String)] { (hosts.map { [("host", $0)] } ?? []) + [("port", ports)] }
}
