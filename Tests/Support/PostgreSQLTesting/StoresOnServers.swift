import Foundation

/// Facts about stores on a server, for tests that run with all kinds of stores.
public enum StoresOnServers {
  /// The type of a store on a server; empty if there is no server.
  public static var types: [String] { (try? PostgresCluster.shared.get()) == nil ? [] : ["PostgreSQL"] }

  /// The reason why there is no server.
  public static var missing: String? {
    if case .failure(let missing) = PostgresCluster.shared { missing.description } else { nil }
  }

  /// The address of a store that no other test uses; nil for a type of store that is not on a server.
  public static func newURL(_ type: String) -> URL? {
    type == "PostgreSQL" ? (try? PostgresCluster.shared.get())?.newURL() : nil
  }
}
