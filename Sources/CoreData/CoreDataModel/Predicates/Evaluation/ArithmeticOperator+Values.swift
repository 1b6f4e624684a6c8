import Foundation

extension ArithmeticOperator {
  /// Applies the operator as SQLite does. The result of integers is an integer unless it overflows, and division of
  /// integers drops the fraction. Division by zero, and any operation with nil, gives nil.
  package func apply(_ left: Value, _ right: Value) -> Value {
    guard left.valueClass == .number, right.valueClass == .number else { return .null }
    switch self {
    case .bitwiseAnd: return .int(left.truncated & right.truncated)
    case .bitwiseOr: return .int(left.truncated | right.truncated)
    case .bitwiseXor: return .int(left.truncated ^ right.truncated)
    case .leftShift: return .int(left.truncated << right.truncated)
    case .rightShift: return .int(left.truncated >> right.truncated)
    case .modulus:
      let (dividend, divisor) = (left.truncated, right.truncated)
      if divisor == 0 { return .null }
      let remainder = divisor == -1 ? 0 : dividend % divisor
      if case .int = left, case .int = right { return .int(remainder) }
      // The result is a floating-point number, as in SQLite, because a following division depends on that.
      return .double(Double(remainder))
    case .power: return Value(number: pow(left.doubleValue, right.doubleValue))
    case .add, .subtract, .multiply, .divide:
      if case .int(let left) = left, case .int(let right) = right { return applyToIntegers(left, right) }
      return applyToDoubles(left.doubleValue, right.doubleValue)
    }
  }

  private func applyToIntegers(_ left: Int64, _ right: Int64) -> Value {
    if self == .divide && right == 0 { return .null }
    let (result, overflows) =
      switch self {
      case .add: left.addingReportingOverflow(right)
      case .subtract: left.subtractingReportingOverflow(right)
      case .multiply: left.multipliedReportingOverflow(by: right)
      default: left.dividedReportingOverflow(by: right)
      }
    return overflows ? applyToDoubles(Double(left), Double(right)) : .int(result)
  }

  private func applyToDoubles(_ left: Double, _ right: Double) -> Value {
    switch self {
    case .add: Value(number: left + right)
    case .subtract: Value(number: left - right)
    case .multiply: Value(number: left * right)
    default: right == 0 ? .null : Value(number: left / right)
    }
  }
}

extension Value {
  /// Creates a value from a computed number. Not-a-number becomes nil.
  init(number: Double) { self = number.isNaN ? .null : .double(number) }

  /// The number without its fraction, clamped to 64 bits.
  package var truncated: Int64 {
    if case .int(let number) = self { return number }
    let number = doubleValue
    return Int64(exactly: number.rounded(.towardZero)) ?? (number < 0 ? .min : .max)
  }
}
