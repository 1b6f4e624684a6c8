import Foundation

/// The parts of a saved object's URI, `x-coredata://<store UUID>/<Entity>/p<primary key>`.
struct ObjectURI {
  let storeIdentifier: String
  let entityName: String
  let primaryKey: Int64

  /// Parses a URI; nil if it is not the URI of a saved object.
  init?(_ url: URL) {
    guard url.scheme == "x-coredata", let host = url.host, !host.isEmpty else { return nil }
    let parts = url.pathComponents
    guard parts.count == 3, parts[0] == "/", parts[2].hasPrefix("p") else { return nil }
    // Accepts only numbers that a row may have, in the canonical form.
    guard let primaryKey = Int64(parts[2].dropFirst()), "p\(primaryKey)" == parts[2], !RowKey.isTemporary(primaryKey)
    else { return nil }
    storeIdentifier = host
    entityName = parts[1]
    self.primaryKey = primaryKey
  }
}
