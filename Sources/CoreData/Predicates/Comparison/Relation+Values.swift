import Foundation

extension Relation {
  /// Whether the relation holds between two values.
  ///
  /// Nil is equal to nil, different from everything else and in no order with anything; so are values of two classes.
  func holds(_ left: Value, _ right: Value, _ options: StringOptions = []) -> Bool {
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
    return left.compared(to: right, by: CompiledOrder.Collation(options)) == .orderedSame
  }

  private static func order(_ left: Value, _ right: Value, _ options: StringOptions) -> ComparisonResult? {
    let valueClass = left.valueClass
    guard valueClass == right.valueClass, valueClass != .null, valueClass != .opaque else { return nil }
    return left.compared(to: right, by: CompiledOrder.Collation(options))
  }
}

extension OpaqueBox {
  func isEqual(to other: OpaqueBox) -> Bool {
    if self === other { return true }
    if let left = object as? AnyHashable, let right = other.object as? AnyHashable { return left == right }
    return (object as? NSObject)?.isEqual(other.object) ?? false
  }
}
