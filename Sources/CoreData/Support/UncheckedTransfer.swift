/// Carries a value from one thread to another that alone uses it from then on.
struct UncheckedTransfer<Value>: @unchecked Sendable {
  // Unchecked: code that makes one must not touch the value again.
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}
