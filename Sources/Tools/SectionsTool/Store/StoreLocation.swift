import CoreData
import Foundation

/// The location of a store: a file, or a database on a PostgreSQL server.
struct StoreLocation {
  let url: URL
  /// The location in messages. An address has no user, password and settings here.
  let name: String
  let type: NSPersistentStore.StoreType
  var isFile: Bool { type == .sqlite }

  /// - Parameter text: the path of a file, or an address that begins with `postgresql:`.
  /// - Throws: an error that does not repeat an address, because it may contain a password.
  init(_ text: String) throws {
    guard Self.isAddress(text) else {
      let isThere = FileManager.default.fileExists(atPath: text)
      guard isThere || !Self.isMistyped(text) else {
        throw ToolError.data("This is not the address of a store, and no file has that name. \(Self.form)")
      }
      self.init(URL(fileURLWithPath: text), name: AddressText.redacted(text))
      return
    }
    guard let url = URL(string: text) else { throw ToolError.data(Self.form) }
    self.init(url, name: url.addressInMessages)
  }

  private static let form =
    "The address of a store is written postgresql://user@host:port/database?schema=NAME, with characters of other "
    + "meaning percent-encoded."

  private init(_ url: URL, name: String) {
    self.url = url
    self.name = name
    type = .init(rawValue: NSPersistentStoreDescription(url: url).type)
  }

  /// Whether a text is an address rather than the path of a file.
  static func isAddress(_ text: String) -> Bool {
    ["postgresql://", "postgres://"].contains { text.lowercased().hasPrefix($0) }
  }

  /// Whether a text that is no valid address was probably meant to be one: it begins like an address, or has a user and
  /// a password.
  private static func isMistyped(_ text: String) -> Bool {
    // The URI of an object has no password.
    if text.hasPrefix("x-coredata://"), !text.contains("@") { return false }
    let begins = text.prefixMatch(of: /[A-Za-z][A-Za-z0-9+.\-]+:\/|(?i:postgres(ql)?)[:;\/]/) != nil
    return begins || AddressText.redacted(text) != text
  }

  /// Removes the secrets of arguments from a message. An argument may contain spaces, so the end of its password cannot
  /// be found in the message alone.
  static func withoutSecrets(of arguments: [String], in message: String) -> String {
    let values = arguments.flatMap { argument in
      [argument] + (argument.firstIndex(of: "=").map { [String(argument[argument.index(after: $0)...])] } ?? [])
    }
    return values.reduce(message) { message, value in
      var shown = AddressText.redacted(value)
      // The password's part of the value is unknown, so replace the whole value.
      if shown == value, !isAddress(value), isMistyped(value) { shown = "…" }
      return shown == value ? message : message.replacing(value, with: shown)
    }
  }

  /// Redacts all addresses in a message, for example in quoted errors of the server.
  static func withoutSecrets(_ message: String) -> String {
    let words = message.split(separator: " ", omittingEmptySubsequences: false)
    return words.map { word in
      let marks = word.reversed().prefix { "'\".,;:)”’".contains($0) }.count
      return AddressText.redacted(String(word.dropLast(marks))) + word.suffix(marks)
    }.joined(separator: " ")
  }
}
