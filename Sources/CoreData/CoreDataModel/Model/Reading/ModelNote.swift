import Foundation

/// Logs details of a model that were skipped because they are invalid. A program can use its model in spite of one
/// wrong detail, such as an impossible default value.
package enum ModelNote {
  /// Returns a detail; nil if it cannot be read, which is logged.
  ///
  /// - Parameter what: the rest of the log line, which says what is read without the detail.
  static func unlessWrong<Detail>(_ what: String, _ read: () throws -> Detail?) -> Detail? {
    do {
      return try read()
    } catch {
      log("\(error): \(what)")
      return nil
    }
  }

  /// Collects the lines instead of logging them, while a model is only checked.
  @TaskLocal static var collected: Protected<[String]>?

  package static func log(_ line: String) {
    if let collected {
      collected.withLock { $0.append(line) }
    } else {
      logLine("a model: \(line)")
    }
  }
}
