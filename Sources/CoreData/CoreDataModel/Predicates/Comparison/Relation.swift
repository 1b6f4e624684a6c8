import Foundation

/// The relations between two values.
package enum Relation: Sendable {
  case equalTo
  case notEqualTo
  case lessThan
  case lessThanOrEqualTo
  case greaterThan
  case greaterThanOrEqualTo
}

/// The tests of strings. The raw values are their spellings in the format language.
package enum TextRelation: String, Sendable, CaseIterable {
  case beginsWith = "BEGINSWITH"
  case endsWith = "ENDSWITH"
  case contains = "CONTAINS"
  case like = "LIKE"
  case matches = "MATCHES"
}

extension Relation {
  /// Whether the relation holds between two values.
  ///
  /// Nil equals nil and differs from everything else, but is neither less nor greater. The same holds for values of
  /// different classes.
  package func holds(_ left: Value, _ right: Value, _ options: StringOptions = []) -> Bool {
    switch self {
    case .equalTo: Self.equal(left, right, options)
    case .notEqualTo: !Self.equal(left, right, options)
    case .lessThan: Self.order(left, right, options) == .orderedAscending
    case .lessThanOrEqualTo: Self.order(left, right, options).map { $0 != .orderedDescending } ?? false
    case .greaterThan: Self.order(left, right, options) == .orderedDescending
    case .greaterThanOrEqualTo: Self.order(left, right, options).map { $0 != .orderedAscending } ?? false
    }
  }

  private static func equal(_ left: Value, _ right: Value, _ options: StringOptions) -> Bool {
    if case .opaque(let left) = left, case .opaque(let right) = right { return left.isEqual(to: right) }
    return left.compared(to: right, by: Collation(options)) == .orderedSame
  }

  private static func order(_ left: Value, _ right: Value, _ options: StringOptions) -> ComparisonResult? {
    let valueClass = left.valueClass
    guard valueClass == right.valueClass, valueClass != .null, valueClass != .opaque else { return nil }
    return left.compared(to: right, by: Collation(options))
  }
}

extension OpaqueBox {
  func isEqual(to other: OpaqueBox) -> Bool {
    if self === other { return true }
    guard let left = flattened(object), let right = flattened(other.object) else { return false }
    if let left = left as? AnyHashable, let right = right as? AnyHashable, left == right { return true }
    // Compare arrays and dictionaries of any values as `NSObject`, because Swift cannot compare them.
    if let left = left as AnyObject as? NSObject, left.isEqual(right as AnyObject) { return true }
    return (left as? any Equatable).map { Self.isEqual($0, right) } ?? false
  }

  private static func isEqual<Left: Equatable>(_ left: Left, _ right: Any) -> Bool { right as? Left == left }
}
