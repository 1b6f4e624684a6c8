/// The engine's name of a row. Names that are small numbers are stored in four bytes each.
package protocol RowToken: Hashable, Sendable {
  /// The name as a number of four bytes; nil if it is not such a number.
  var narrow: Int32? { get }

  /// Returns the name for a number of four bytes.
  static func widened(_ narrow: Int32) -> Self
}

extension RowToken {
  package var narrow: Int32? { nil }

  package static func widened(_ narrow: Int32) -> Self {
    fatalError("\(Self.self) names are never kept as numbers of four bytes.")
  }
}

extension Int64: RowToken {
  package var narrow: Int32? { Int32(exactly: self) }

  package static func widened(_ narrow: Int32) -> Int64 { Int64(narrow) }
}

extension Int: RowToken {
  package var narrow: Int32? { Int32(exactly: self) }

  package static func widened(_ narrow: Int32) -> Int { Int(narrow) }
}
