import Foundation

/// Whether contexts check that they are used on their own queues: with the launch argument
/// `-com.apple.CoreData.ConcurrencyDebug 1`, as on Apple's platforms, or with the environment variable
/// `CORE_DATA_CONCURRENCY_DEBUG=1`, for programs that take no unknown arguments.
enum ConcurrencyDebug {
  /// Read once: the check is on the way to every value.
  static let isOn = asksForChecks(
    arguments: CommandLine.arguments, variable: ProcessInfo.processInfo.environment["CORE_DATA_CONCURRENCY_DEBUG"])

  static func asksForChecks(arguments: [String], variable: String?) -> Bool {
    if let variable, isYes(variable) { return true }
    guard let place = arguments.lastIndex(of: "-com.apple.CoreData.ConcurrencyDebug") else { return false }
    let value = place + 1
    return value < arguments.count && isYes(arguments[value])
  }

  /// Any level, and what defaults take for yes.
  private static func isYes(_ text: String) -> Bool {
    if let level = Int(text) { return level > 0 }
    return ["yes", "true"].contains(text.lowercased())
  }
}
