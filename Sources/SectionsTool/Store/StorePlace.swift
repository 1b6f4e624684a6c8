import CoreData
import Foundation

/// Where a store is: in a file, or on a PostgreSQL server.
struct StorePlace {
  let url: URL
  /// The place in messages: an address without user, password and settings.
  let name: String
  let type: NSPersistentStore.StoreType
  var isFile: Bool { type == .sqlite }

  /// - Parameter text: the path of a file, or an address that begins with `postgresql:`.
  /// - Throws: an error that does not repeat the address: it may hold a password.
  init(_ text: String) throws {
    guard Self.isAddress(text) else {
      self.init(URL(fileURLWithPath: text), name: text)
      return
    }
    guard let url = URL(string: text) else {
      throw ToolError.data(
        "The address of a store is written postgresql://user@host:port/database?schema=NAME, with characters of other "
          + "meaning percent-encoded.")
    }
    self.init(url, name: url.addressInMessages)
  }

  private init(_ url: URL, name: String) {
    self.url = url
    self.name = name
    type = .init(rawValue: NSPersistentStoreDescription(url: url).type)
  }

  /// Whether a text is an address, and not the path of a file.
  static func isAddress(_ text: String) -> Bool {
    ["postgresql://", "postgres://"].contains { text.lowercased().hasPrefix($0) }
  }

  private static func scheme(in text: String) -> Range<String.Index>? {
    text.range(of: #"postgres(ql)?://"#, options: [.regularExpression, .caseInsensitive])
  }

  /// A message without those addresses among some arguments that have spaces in them: where such a one ends, and with
  /// it its password, is not seen in the message.
  static func withoutSpacedAddresses(of arguments: [String], in message: String) -> String {
    arguments.reduce(message) { message, argument in
      guard let scheme = Self.scheme(in: argument), argument.contains(where: \.isWhitespace) else { return message }
      return message.replacing(String(argument[scheme.lowerBound...]), with: "\(argument[scheme])…")
    }
  }

  /// A message with addresses as they may be shown, whoever quoted them.
  static func withoutSecrets(_ message: String) -> String {
    let words = message.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    return words.map { word in
      guard let scheme = Self.scheme(in: word) else { return word }
      var rest = word[scheme.upperBound...]
      guard !AddressText.hasStrayAt(rest) else { return "\(word[..<scheme.upperBound])…" }
      if let settings = rest.firstIndex(where: { $0 == "?" }) {
        rest = rest[..<settings] + (word.last.map { "'.,".contains($0) } == true ? String(word.suffix(1)) : "")
      }
      if let user = rest.lastIndex(of: "@") { rest = rest[rest.index(after: user)...] }
      return String(word[..<scheme.upperBound] + rest)
    }.joined(separator: " ")
  }
}
