import Foundation

/// A value that is only touched under its lock.
package final class Protected<Value>: @unchecked Sendable {
  // Unchecked: `value` is only reached under `lock`.
  private let lock = NSLock()
  private var value: Value

  package init(_ value: Value) {
    self.value = value
  }

  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}

/// Carries a value from one thread to another that alone uses it from then on.
package struct UncheckedTransfer<Value>: @unchecked Sendable {
  // Unchecked: code that makes one must not touch the value again.
  package let value: Value

  package init(_ value: Value) {
    self.value = value
  }
}
