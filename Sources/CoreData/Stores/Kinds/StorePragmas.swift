import Foundation

/// The settings of SQLite that a program may choose; nil leaves the default (`wal`, `normal`).
struct StorePragmas: Sendable {
  /// `wal`, `delete`, `truncate` or `persist`.
  var journalMode: String?
  /// `off`, `normal`, `full` or `extra`.
  var synchronous: String?

  init() {}

  /// Reads settings by name, in any case.
  ///
  /// - Throws: 134080 when a setting cannot be chosen, or has a value that would let a save be half written.
  init(_ settings: [String: Any]) throws {
    for (name, value) in settings {
      let text = "\(value)".lowercased()
      switch name.lowercased() {
      case "journal_mode":
        journalMode = try Self.checked(text, of: name, among: ["wal", "delete", "truncate", "persist"])
      case "synchronous":
        let levels = ["off", "normal", "full", "extra"]
        // SQLite takes the levels by number too.
        let named = Int(text).flatMap { levels.indices.contains($0) ? levels[$0] : nil } ?? text
        synchronous = try Self.checked(named, of: name, among: levels)
      default:
        throw NSError.coreData(
          NSPersistentStoreOpenError,
          "The SQLite setting \(name) cannot be chosen: journal_mode and synchronous can."
        )
      }
    }
  }

  private static func checked(_ value: String, of name: String, among allowed: [String]) throws -> String {
    if allowed.contains(value) { return value }
    throw NSError.coreData(
      NSPersistentStoreOpenError,
      "The SQLite setting \(name) cannot be \(value): it is one of \(allowed.joined(separator: ", "))."
    )
  }
}
