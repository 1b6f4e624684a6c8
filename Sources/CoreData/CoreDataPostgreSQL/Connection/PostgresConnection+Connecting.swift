import CPostgreSQL
import Foundation

extension PostgresConnection {
  /// The oldest server version that has all features that we use.
  private static let oldestServer: Int32 = 130_000

  /// Connects to a server, in libpq's pipeline mode.
  ///
  /// - Throws: a `PostgresError` if no server answers, or an older one.
  static func connect(_ address: PostgresAddress) throws -> OpaquePointer {
    let settings: [(String, String)] =
      (address.hasSeveralServers ? [("target_session_attrs", PostgresAddress.primary)] : []) + [
        ("connect_timeout", "10"), ("keepalives_idle", "15"), ("keepalives_interval", "5"), ("keepalives_count", "3"),
        ("fallback_application_name", "CoreData"), ("dbname", address.connectionString), ("client_encoding", "UTF8"),
      ] + (address.servers?.settings ?? [])
    let names = settings.map { strdup($0.0) }
    let values = settings.map { strdup($0.1) }
    defer { for text in names + values { free(text) } }
    let handle = PQconnectdbParams(
      names.map { UnsafePointer($0) } + [nil], values.map { UnsafePointer($0) } + [nil], 1)
    guard let handle else { throw PostgresError(state: "53200", message: "out of memory") }
    do {
      try check(handle)
    } catch {
      PQfinish(handle)
      throw error
    }
    PQsetNoticeProcessor(handle, { _, _ in }, nil)
    PQsetnonblocking(handle, 1)
    PQenterPipelineMode(handle)
    return handle
  }

  /// Checks that a server has answered, and its version, before the first command.
  private static func check(_ handle: OpaquePointer) throws {
    guard PQstatus(handle) == CONNECTION_OK else {
      let message = PQerrorMessage(handle).map { String(cString: $0) } ?? ""
      throw PostgresError(state: "08001", message: message)
    }
    guard PQserverVersion(handle) >= oldestServer else {
      throw PostgresError(
        state: "0A000",
        message:
          "its server is PostgreSQL \(PQserverVersion(handle) / 10000), and \(oldestServer / 10000) or later is needed")
    }
  }
}
