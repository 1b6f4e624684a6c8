import Foundation

/// Logs the details of a model that were left out because they make no sense: one wrong detail, such as a default that
/// the attribute cannot have, does not keep a program from its model.
package enum ModelNote {
  /// Returns the value of a detail, or nil if it is wrong.
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

  /// The list that collects the notes, instead of the log, while a model is only checked.
  @TaskLocal static var collected: Protected<[String]>?

  package static func log(_ line: String) {
    if let collected {
      collected.withLock { $0.append(line) }
    } else {
      logLine("a model: \(line)")
    }
  }
}
