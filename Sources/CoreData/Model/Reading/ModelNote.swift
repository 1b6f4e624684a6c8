import Foundation

/// Logs what of a model was left out because it makes no sense: one wrong detail, such as a default that the attribute
/// cannot have, does not keep a program from its model.
enum ModelNote {
  /// Gives the value of a detail, or nil when it is wrong.
  ///
  /// - Parameter what: what is read without it.
  static func unlessWrong<Detail>(_ what: String, _ read: () throws -> Detail?) -> Detail? {
    do {
      return try read()
    } catch {
      log("\(error): \(what)")
      return nil
    }
  }

  /// Where the notes of a model go that is only checked, in the place of the log.
  @TaskLocal static var collected: Protected<[String]>?

  static func log(_ line: String) {
    if let collected {
      collected.withLock { $0.append(line) }
    } else {
      logLine("a model: \(line)")
    }
  }
}
