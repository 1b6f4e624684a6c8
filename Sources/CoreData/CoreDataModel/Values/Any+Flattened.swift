extension Any? {
  /// The value without nested optionals, because programs often write `value as Any?` for an optional value.
  package var flattened: Any? {
    guard let value = self else { return nil }
    if let nested = value as? any OptionalValue { return nested.unwrapped.flattened }
    return value
  }
}

private protocol OptionalValue {
  var unwrapped: Any? { get }
}

extension Optional: OptionalValue {
  fileprivate var unwrapped: Any? { self }
}
