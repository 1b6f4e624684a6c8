extension Any? {
  /// An optional within an optional counts as one: `value as Any?` of an optional is a common slip.
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
