/// A value with a name that is shorter than its description: `Task p7` for a managed object and for its ID.
///
/// Lists, changes, updates and errors print the name. `SectionedFetchedResults` gives managed objects and IDs theirs,
/// because this module has no Core Data.
package protocol PrintedByName {
  /// The name, for a reader. Two values may have the same one.
  var printedName: String { get }
}

extension DefaultStringInterpolation {
  /// Appends the name of an identifier or a model that has one, otherwise its description. An optional value is
  /// unwrapped first.
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

/// An optional of any type. It is recognized by the type of a value, because a cast of the value itself looks into it.
package protocol AnyOptional {
  /// Returns the value in an optional of this type; nil where there is none.
  static func wrapped(in optional: Any) -> Any?
}

extension Optional: AnyOptional {
  package static func wrapped(in optional: Any) -> Any? { (optional as? Self).flatMap { $0 } }
}
