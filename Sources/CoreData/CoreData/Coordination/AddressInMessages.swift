import Foundation

extension URL {
  /// The address in the form for messages: a path, or host and path without user, password and query.
  package var addressInMessages: String {
    guard !isFileURL, let scheme else { return path }
    // Without `//`, the rest may be a misplaced user and password.
    guard absoluteString.dropFirst(scheme.count + 1).hasPrefix("//") else { return "\(scheme):…" }
    // An escaped `?` does not begin a query, but the author may have meant one.
    return hasStrayAt ? "\(scheme)://…" : "\(scheme)://\(host ?? "")\(path.prefix { !"?#".contains($0) })"
  }

  /// The name of a file, or the address without secrets.
  var nameInMessages: String { isFileURL || scheme == nil ? lastPathComponent : addressInMessages }

  /// Whether a part of the address that looks like another part may belong to a password.
  package var hasStrayAt: Bool {
    guard !isFileURL, let scheme else { return false }
    let rest = absoluteString.dropFirst(scheme.count + 1)
    return rest.hasPrefix("//") ? AddressText.hasStrayAt(rest.dropFirst(2)) : rest.contains("@")
  }
}

/// Checks and redacts the text of an address.
package enum AddressText {
  /// Whether an `@` occurs anywhere except after user and password. If a password has an unescaped `/`, `?`, `#` or
  /// `@`, its parts are parsed as host, port, path or query, and cannot be distinguished from real ones.
  ///
  /// - Parameter text: the part of the address after `//`.
  package static func hasStrayAt(_ text: some StringProtocol) -> Bool {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    return parts.count > 2 || parts.count == 2 && parts[0].contains { "/?#".contains($0) }
  }

  /// Returns the form in which messages may quote an address, or a text that is meant to be one. Any other text is
  /// returned unchanged.
  ///
  /// Mistyped addresses contain the password too: with one slash, with another scheme or none, or without the `@`.
  /// The part in place of user and password is omitted, and so is everything after it if its meaning is unclear. An
  /// object's URI is not such an address.
  ///
  /// - Complexity: O(characters).
  package static func redacted(_ text: String) -> String {
    let lastAt = text.lastIndex(of: "@")
    var begin = text.startIndex
    while let (scheme, behind) = firstScheme(in: text[begin...]) {
      let isOfServer = scheme.hasPrefix("postgres")
      let slashes = text[behind...].prefix(2).prefix { $0 == "/" }
      let (head, rest) = (text[..<slashes.endIndex], text[slashes.endIndex...])
      switch slashes.count {
      case 2 where ["x-coredata", "file"].contains(scheme): begin = rest.startIndex
      case 2: return head + redacted(behindSlashes: rest)
      case 0 where !isOfServer:
        // `user:password@host`, or a word with a colon that may precede an address.
        if let lastAt, lastAt >= behind { return head + "…" + text[lastAt...].prefix { !"?#".contains($0) } }
        begin = behind
      default:
        let mayHaveSecret = isOfServer ? !rest.isEmpty : rest.contains { "@:".contains($0) }
        return mayHaveSecret ? head + "…" : text
      }
    }
    return text
  }

  /// The first word before a colon, in lowercase, and the index after the colon.
  private static func firstScheme(in text: Substring) -> (scheme: String, end: String.Index)? {
    func isLetter(_ character: Character) -> Bool { character.isASCII && character.isLetter }
    var rest = text
    while let colon = rest.firstIndex(of: ":") {
      let end = text.index(after: colon)
      let word = rest[..<colon].reversed().prefix { isLetter($0) || $0.isASCII && $0.isNumber || "+.-".contains($0) }
      if let first = word.lastIndex(where: isLetter) {
        return (rest[rest.index(before: first.base)..<colon].lowercased(), end)
      }
      rest = text[end...]
    }
    return nil
  }

  /// - Parameter text: the part of the address after `//`.
  private static func redacted(behindSlashes text: Substring) -> String {
    guard !hasStrayAt(text) else { return "…" }
    var authority = text.prefix { !"/?#".contains($0) }
    let rest = text[authority.endIndex...]
    // Without a host, the path may contain user and password.
    if authority.isEmpty, rest.contains(":") { return "…" }
    if let user = authority.lastIndex(of: "@") { authority = authority[authority.index(after: user)...] }
    // A text after a colon that is not a port may be a password without an `@`. A host in brackets contains colons
    // itself.
    let hostEnd = authority.lastIndex(of: "]") ?? authority.startIndex
    if let colon = authority[hostEnd...].firstIndex(of: ":"),
      UInt16(authority[authority.index(after: colon)...]) == nil
    {
      authority = authority[..<colon]
    }
    return String(authority + rest.prefix { !"?#".contains($0) })
  }
}
