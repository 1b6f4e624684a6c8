import Foundation

/// Stands in for the one comparison of values until it is there.
enum InMemoryComparison {
  static func key(_ value: Value) -> Data? {
    value.isNull ? nil : Data("\(value)".utf8)
  }

  static func compare(_ left: Value, _ right: Value) -> ComparisonResult {
    switch (left, right) {
    case (.null, .null): .orderedSame
    case (.null, _): .orderedAscending
    case (_, .null): .orderedDescending
    case (.int(let left), .int(let right)): order(left, right)
    case (.double(let left), .double(let right)), (.date(let left), .date(let right)): order(left, right)
    case (.string(let left), .string(let right)): order(left, right)
    case (.reference(let left), .reference(let right)): order(left.primaryKey, right.primaryKey)
    default: .orderedSame
    }
  }

  private static func order<T: Comparable>(_ left: T, _ right: T) -> ComparisonResult {
    left == right ? .orderedSame : left < right ? .orderedAscending : .orderedDescending
  }
}
