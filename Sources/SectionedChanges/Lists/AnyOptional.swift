/// An optional of any type. It is recognized by the type of a value, because a cast of the value itself looks into it.
package protocol AnyOptional {
  /// Returns the value in an optional of this type; nil where there is none.
  static func wrapped(in optional: Any) -> Any?
}

extension Optional: AnyOptional {
  package static func wrapped(in optional: Any) -> Any? { (optional as? Self).flatMap { $0 } }
}
