/// Carries a value from one thread to another that alone uses it from then on.
package struct UncheckedTransfer<Value>: @unchecked Sendable {
  // Unchecked: code that makes one must not touch the value again.
  package let value: Value

  package init(_ value: Value) {
    self.value = value
  }
}
