import Foundation

/// The log of problems that only a program's developers can fix.
package enum DeveloperLog {
  private static let isSilent = Protected(false)

  /// Disables the log, for a program that reads another program's stores and therefore lacks its classes.
  package static func silence() { isSilent.withLock { $0 = true } }

  static func write(_ text: String) {
    guard !isSilent.withLock({ $0 }) else { return }
    logLine(text)
  }
}

/// Writes a line to the log. Control characters in the text are escaped, because it may come from a file.
package func logLine(_ text: String) { NSLog("%@", "CoreData: \(text)".onOneLine) }
