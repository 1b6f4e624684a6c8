import Foundation

/// The value of a property in a row. Stores read and write it, predicates compare it, and lists are sorted by it.
///
/// The kind of a slot determines the case: Boolean and integer attributes are `int`, Float and Double are `double`, a
/// date is its seconds since 2001, a URI is its text, and a to-one relationship is the `reference` to its destination.
/// A to-many relationship has no value in the row and is always `null`.
package enum Value: Sendable {
  case null
  case int(Int64)
  case double(Double)
  /// Seconds since 2001-01-01 00:00:00 UTC.
  case date(Double)
  case string(String)
  case data(Data)
  case uuid(UUID)
  case decimal(DecimalBox)
  case reference(RowKey)
  /// The value of a transformable attribute. If the program does not have the transformer, the value is `data` instead.
  case opaque(OpaqueBox)

  package var isNull: Bool {
    if case .null = self { true } else { false }
  }

  package static func decimal(_ number: Decimal) -> Value { .decimal(DecimalBox(number)) }
}

/// A decimal number in a box, because its 20 bytes would make every value of every row larger.
package final class DecimalBox: Sendable {
  package let number: Decimal
  init(_ number: Decimal) { self.number = number }
}

/// An object that only its value transformer can convert.
///
/// Unchecked `Sendable`, because programs must not change a transformable value after they have set it, as in Apple's
/// Core Data.
package final class OpaqueBox: @unchecked Sendable {
  package let object: Any
  package init(_ object: Any) { self.object = object }
}
