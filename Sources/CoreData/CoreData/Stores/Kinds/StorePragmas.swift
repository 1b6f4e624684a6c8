import Foundation

/// The SQLite settings that a program may choose. Nil means the default: `wal` and `normal`.
struct StorePragmas: Sendable {
  /// `wal`, `delete`, `truncate` or `persist`.
  var journalMode: String?
  /// `off`, `normal`, `full` or `extra`.
  var synchronous: String?

  init() {}

  /// Reads settings by name. Names and values may be in upper or lower case.
  ///
  /// - Throws: 134080 if a setting cannot be chosen, or if its value could leave a save half written.
  init(_ settings: [String: Any]) throws {
    for (name, value) in settings {
      let text = "\(value)".lowercased()
      switch name.lowercased() {
      case "journal_mode":
        journalMode = try Self.checked(text, of: name, among: ["wal", "delete", "truncate", "persist"])
      case "synchronous":
        let levels = ["off", "normal", "full", "extra"]
        // SQLite also accepts the level as a number.
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
