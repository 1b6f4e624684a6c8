import Foundation

/// A value that is only touched under its lock.
final class Protected<Value>: @unchecked Sendable {
  // Unchecked: `value` is only reached under `lock`.
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) {
    self.value = value
  }

  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
