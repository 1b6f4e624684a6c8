import Foundation

/// The log of what only the developers of a program can mend.
package enum DeveloperLog {
  private static let isSilent = Protected(false)

  /// Ends the log: a program that reads the stores of another one has none of its classes, and that is no mistake.
  package static func silence() { isSilent.withLock { $0 = true } }

  static func write(_ text: String) {
    guard !isSilent.withLock({ $0 }) else { return }
    logLine(text)
  }
}

/// Writes a line to the log. What it quotes may come from a file: it moves no cursor, and makes no line of its own.
package func logLine(_ text: String) { NSLog("%@", "CoreData: \(text)".onOneLine) }
