import Foundation

/// What tests of all kinds of stores need to know of the third one.
public enum StoresOnServers {
  /// The type of a store on a server, where there is one.
  public static var types: [String] { (try? PostgresCluster.shared.get()) == nil ? [] : ["PostgreSQL"] }

  /// Why there is none.
  public static var missing: String? {
    if case .failure(let missing) = PostgresCluster.shared { missing.description } else { nil }
  }

  /// An address that no other test has; nil for a type that is on no server.
  public static func newURL(_ type: String) -> URL? {
    type == "PostgreSQL" ? (try? PostgresCluster.shared.get())?.newURL() : nil
  }
}
