import Foundation

/// Whether contexts check that they are used on their own queues. Enabled by the launch argument
/// `-com.apple.CoreData.ConcurrencyDebug 1`, as on Apple's platforms, or by the environment variable
/// `CORE_DATA_CONCURRENCY_DEBUG=1`, for programs that reject unknown arguments.
enum ConcurrencyDebug {
  /// Computed once, because each access to a value reads it.
  static let isOn = asksForChecks(
    arguments: CommandLine.arguments, variable: ProcessInfo.processInfo.environment["CORE_DATA_CONCURRENCY_DEBUG"])

  static func asksForChecks(arguments: [String], variable: String?) -> Bool {
    if let variable, isYes(variable) { return true }
    guard let place = arguments.lastIndex(of: "-com.apple.CoreData.ConcurrencyDebug") else { return false }
    let value = place + 1
    return value < arguments.count && isYes(arguments[value])
  }

  /// Accepts any positive level, and the words that user defaults accept as true.
  private static func isYes(_ text: String) -> Bool {
    if let level = Int(text) { return level > 0 }
    return ["yes", "true"].contains(text.lowercased())
  }
}
