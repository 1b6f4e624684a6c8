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
      let isThere = FileManager.default.fileExists(atPath: text)
      guard isThere || !Self.isMistyped(text) else {
        throw ToolError.data("This is no address of a store, and no file of that name is there. \(Self.form)")
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

  /// Whether a text is an address, and not the path of a file.
  static func isAddress(_ text: String) -> Bool {
    ["postgresql://", "postgres://"].contains { text.lowercased().hasPrefix($0) }
  }

  /// Whether a text that is no address was meant to be one: it begins with the name of a kind of server or of another
  /// kind of address, or has a user and a password.
  private static func isMistyped(_ text: String) -> Bool {
    let begins = text.prefixMatch(of: /[A-Za-z][A-Za-z0-9+.\-]+:\/|(?i:postgres(ql)?)[:;\/]/) != nil
    return begins || AddressText.redacted(text) != text
  }

  /// A message without the secrets of some arguments, which may have spaces in them: where such a one ends, and with it
  /// its password, is not seen in the message.
  static func withoutSecrets(of arguments: [String], in message: String) -> String {
    let values = arguments.flatMap { argument in
      [argument] + (argument.firstIndex(of: "=").map { [String(argument[argument.index(after: $0)...])] } ?? [])
    }
    return values.reduce(message) { message, value in
      var shown = AddressText.redacted(value)
      // No part of it is known to be the password.
      if shown == value, !isAddress(value), isMistyped(value) { shown = "…" }
      return shown == value ? message : message.replacing(value, with: shown)
    }
  }

  /// A message with addresses as they may be shown, whoever quoted them.
  static func withoutSecrets(_ message: String) -> String {
    let words = message.split(separator: " ", omittingEmptySubsequences: false)
    return words.map { word in
      let marks = word.reversed().prefix { "'\".,;:)”’".contains($0) }.count
      return AddressText.redacted(String(word.dropLast(marks))) + word.suffix(marks)
    }.joined(separator: " ")
  }
}
