import Foundation

/// Servers with a network that does not leave this machine, because connections by a Unix socket are never encrypted.
extension PostgresCluster {
  private static let openssl = URL(fileURLWithPath: "/usr/bin/openssl")

  /// Whether a certificate can be made.
  public static var canEncrypt: Bool { FileManager.default.isExecutableFile(atPath: openssl.path) }

  /// Makes a server that accepts only encrypted connections, except by its socket. It has its own certificate for
  /// `localhost`.
  ///
  /// - Parameter address: a loopback address such as `127.1.2.3`, because another server may use the usual one.
  public convenience init(encryptedAt address: String) throws(Missing) {
    try self.init(["listen_addresses=\(address)", "ssl=on"]) { cluster in
      try cluster.initialize()
      try cluster.run(
        Self.openssl,
        [
          "req", "-new", "-x509", "-days", "2", "-nodes", "-subj", "/CN=localhost", "-addext",
          "subjectAltName=DNS:localhost", "-keyout", cluster.data + "/server.key", "-out", cluster.certificate,
        ])
      let rules = try FileHandle(forWritingTo: URL(fileURLWithPath: cluster.data + "/pg_hba.conf"))
      try rules.seekToEnd()
      try rules.write(contentsOf: Data("hostssl all all 127.0.0.0/8 trust\n".utf8))
      try rules.close()
      try cluster.startWithDatabase()
    }
  }

  private var certificate: String { data + "/server.crt" }

  /// The address of a store by the network. The client accepts only a server whose certificate is that of `other`.
  public func url(schema: String, at address: String, trusting other: PostgresCluster) -> URL {
    let text =
      "postgresql://test@localhost/lists?hostaddr=\(address)&sslmode=verify-full&sslrootcert=\(other.certificate)"
      + "&schema=\(schema)"
    guard let url = URL(string: text) else { fatalError("\(text) is no address.") }
    return url
  }
}
