import Foundation

/// A value that can be accessed only while its lock is held.
package final class Protected<Value>: @unchecked Sendable {
  // Unchecked `Sendable`, because `value` is accessed only while `lock` is held.
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

/// Passes a value to another thread, which then uses it exclusively.
package struct UncheckedTransfer<Value>: @unchecked Sendable {
  // Unchecked `Sendable`, because code that creates one must not use the value afterwards.
  package let value: Value

  package init(_ value: Value) {
    self.value = value
  }
}
