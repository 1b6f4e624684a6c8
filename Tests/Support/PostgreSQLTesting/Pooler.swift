import Foundation

/// A pooler of the tests, in front of a server. It has a socket in its own folder, and no network.
public protocol Pooler: Sendable {
  /// The server.
  var cluster: PostgresCluster { get }
  /// The folder of the pooler's socket, which is the host in an address.
  var socketFolder: String { get }
  /// The name and version of the program.
  var version: String { get throws }
}

extension Pooler {
  /// The path of the pooler's socket.
  public var socketPath: String { "\(socketFolder)/.s.PGSQL.5432" }

  /// The address of a store in a schema of the server, through the pooler.
  ///
  /// - Parameter settings: further settings, each after `&`.
  public func url(schema: String, settings: String = "") -> URL {
    let text = "postgresql://test@/lists?host=\(socketFolder)&schema=\(schema)\(settings)"
    guard let url = URL(string: text) else { fatalError("\(text) is no address.") }
    return url
  }

  /// Runs statements through the pooler.
  ///
  /// - Returns: the output, with bars between the values.
  @discardableResult
  public func sql(_ statements: String) throws -> String {
    try cluster.run(
      "psql", "-h", socketFolder, "-U", "test", "-d", "lists", "-qAtX", "-v", "ON_ERROR_STOP=1", "-c", statements)
  }
}
