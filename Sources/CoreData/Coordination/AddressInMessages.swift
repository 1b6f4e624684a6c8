import Foundation

extension URL {
  /// The address as messages name it: a path, or host and path without user, password and settings.
  package var addressInMessages: String {
    guard !isFileURL, let scheme else { return path }
    return hasStrayAt ? "\(scheme)://…" : "\(scheme)://\(host ?? "")\(path)"
  }

  /// The short name of a file, or the address without secrets.
  var nameInMessages: String { isFileURL || scheme == nil ? lastPathComponent : addressInMessages }

  /// Whether a part of the address that looks like another one may be of a password.
  var hasStrayAt: Bool {
    guard !isFileURL, let scheme else { return false }
    let rest = absoluteString.dropFirst(scheme.count + 1)
    return rest.hasPrefix("//") ? AddressText.hasStrayAt(rest.dropFirst(2)) : rest.contains("@")
  }
}

/// What is seen of an address in its text.
package enum AddressText {
  /// Whether an `@` stands elsewhere than behind user and password. Where a password has a `/`, `?`, `#` or `@` that is
  /// not escaped, its parts are taken for host, port, path or settings: nobody can tell them from real ones.
  ///
  /// - Parameter text: what stands behind `//`.
  package static func hasStrayAt(_ text: some StringProtocol) -> Bool {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    return parts.count > 2 || parts.count == 2 && parts[0].contains { "/?#".contains($0) }
  }
}
