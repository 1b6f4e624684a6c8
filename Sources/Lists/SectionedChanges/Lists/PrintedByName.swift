/// A value with a name that is shorter than its description, such as `Task p7` for a managed object or its ID.
///
/// Lists, changes, updates and errors print the name. `SectionedFetchedResults` implements it for managed objects and
/// IDs, because this module does not use Core Data.
package protocol PrintedByName {
  /// The name for display. Different values may have equal names.
  var printedName: String { get }
}

extension DefaultStringInterpolation {
  /// Appends the name of a value that has one, otherwise its description. Optional values are unwrapped first.
  @usableFromInline
  package mutating func appendInterpolation(named value: some Any) {
    if let named = value as? any PrintedByName {
      appendLiteral(named.printedName)
    } else if let optional = type(of: value) as? any AnyOptional.Type {
      if let wrapped = optional.wrapped(in: value) { appendInterpolation(named: wrapped) } else { appendLiteral("nil") }
    } else {
      appendInterpolation(value)
    }
  }
}

/// An optional of any type. The type of a value is tested for it, because a cast of the value itself would unwrap it.
package protocol AnyOptional {
  /// Returns the wrapped value of an optional of this type; nil if there is none.
  static func wrapped(in optional: Any) -> Any?
}

extension Optional: AnyOptional {
  package static func wrapped(in optional: Any) -> Any? { (optional as? Self).flatMap { $0 } }
}
