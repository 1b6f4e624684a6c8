import Foundation

/// The classes of values in comparisons. Values of different classes are never equal.
///
/// Dates (seconds) and Booleans are numbers, and a URI is a string. The raw values define the order of the classes,
/// which is SQLite's as far as SQLite has them.
package enum ValueClass: UInt8, Sendable {
  case null
  case number
  case string
  case data
  case uuid
  case reference
  case opaque
}

extension Value {
  package var valueClass: ValueClass {
    switch self {
    case .null: .null
    case .int: .number
    case .double(let number), .date(let number): number.isNaN ? .null : .number
    case .decimal(let box): box.number.isNaN ? .null : .number
    case .string: .string
    case .data: .data
    case .uuid: .uuid
    case .reference: .reference
    case .opaque: .opaque
    }
  }

  /// Compares values in the order that is used everywhere: nil, numbers by exact value, strings by the collation, data,
  /// UUIDs by bytes, references by identity. Not-a-number counts as nil, because SQLite converts it to NULL.
  ///
  /// SQL uses the same order. Values of transformable attributes have no order and compare as equal.
  package func compared(to other: Value, by collation: Collation = .binary) -> ComparisonResult {
    switch (self, other) {
    case (.int(let left), .int(let right)): .comparing(left, right)
    case (.string(let left), .string(let right)): collation.compare(left, right)
    case (.reference(let left), .reference(let right)):
      left.primaryKey == right.primaryKey
        ? .orderedSame : left.precedesByIdentity(right) ? .orderedAscending : .orderedDescending
    case (.uuid(let left), .uuid(let right)): left.compared(to: right)
    case (.data(let left), .data(let right)): left.compared(to: right)
    case (.opaque, .opaque): .orderedSame
    default: comparedAsNumber(to: other)
    }
  }

  private func comparedAsNumber(to other: Value) -> ComparisonResult {
    let (leftClass, rightClass) = (valueClass, other.valueClass)
    guard leftClass == .number, rightClass == .number else {
      return .comparing(leftClass.rawValue, rightClass.rawValue)
    }
    return switch (number, other.number) {
    case (.int(let left), .int(let right)): .comparing(left, right)
    case (.int(let left), .double(let right)): Self.compare(left, right)
    case (.double(let left), .int(let right)): Self.compare(right, left).reversed
    case (.double(let left), .double(let right)): .comparing(left, right)
    }
  }

  /// The value as a number; 0 if it is not a number.
  package var number: Decimal.StoredNumber {
    switch self {
    case .int(let number): .int(number)
    case .double(let number), .date(let number): .double(number)
    case .decimal(let box): box.number.stored
    default: .int(0)
    }
  }

  /// The value as a double; 0 if it is not a number.
  package var doubleValue: Double {
    switch number {
    case .int(let number): Double(number)
    case .double(let number): number
    }
  }

  /// Compares without rounding. For example, the integer 2^53 + 1 is greater than the double 2^53.
  private static func compare(_ left: Int64, _ right: Double) -> ComparisonResult {
    if right >= 0x1p63 { return .orderedAscending }
    if right < -0x1p63 { return .orderedDescending }
    let whole = Int64(right)
    return left == whole ? .comparing(Double(whole), right) : .comparing(left, whole)
  }
}

extension ComparisonResult {
  @inline(__always)
  static func comparing<Number: Comparable>(_ left: Number, _ right: Number) -> Self {
    left == right ? .orderedSame : left < right ? .orderedAscending : .orderedDescending
  }

  package var reversed: Self { Self(rawValue: -rawValue) ?? .orderedSame }
}

extension UUID {
  fileprivate func compared(to other: UUID) -> ComparisonResult {
    withUnsafeBytes(of: uuid) { left in
      withUnsafeBytes(of: other.uuid) { left.bytes.compared(to: $0.bytes) }
    }
  }
}

extension Data {
  fileprivate func compared(to other: Data) -> ComparisonResult {
    withUnsafeBytes { left in other.withUnsafeBytes { left.bytes.compared(to: $0.bytes) } }
  }
}

extension UnsafeRawBufferPointer {
  fileprivate var bytes: UnsafeBufferPointer<UInt8> { assumingMemoryBound(to: UInt8.self) }
}
