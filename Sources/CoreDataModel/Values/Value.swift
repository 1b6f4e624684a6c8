import Foundation

/// A property value as it is in a row: a store reads and writes it, a predicate compares it, and a list is ordered by
/// it.
///
/// The case in a slot follows from its kind: Boolean and integer attributes are `int`, Float and Double are `double`, a
/// date is the seconds since 2001, a URI is its text, a to-one relationship is the `reference` of its destination. A
/// to-many relationship has no value in a row and stays `null`.
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
  /// The value of a transformable attribute whose transformer the program has; otherwise its bytes are `data`.
  case opaque(OpaqueBox)

  package var isNull: Bool {
    if case .null = self { true } else { false }
  }

  package static func decimal(_ number: Decimal) -> Value { .decimal(DecimalBox(number)) }
}

/// A decimal number behind a reference: inline, its 20 bytes would make every value of every row larger.
package final class DecimalBox: Sendable {
  package let number: Decimal
  init(_ number: Decimal) { self.number = number }
}

/// An object that only its transformer understands.
///
/// Unchecked: Core Data's contract is that a transformable value is not mutated once it has been set.
package final class OpaqueBox: @unchecked Sendable {
  package let object: Any
  package init(_ object: Any) { self.object = object }
}
