import Foundation

extension PredicateFunction {
  /// Whether the function takes a string. All other functions take a number.
  package var takesString: Bool {
    switch self {
    case .lowercase, .uppercase, .canonical, .length: true
    default: false
    }
  }

  /// Whether the function returns a string. All other functions return a number.
  package var givesString: Bool { takesString && self != .length }

  /// Applies the function. The result is nil if the argument has another type.
  package func apply(_ argument: Value) -> Value {
    if case .string(let text) = argument {
      return switch self {
      case .lowercase: .string(text.lowercased())
      case .uppercase: .string(text.uppercased())
      case .canonical: .string(text.folded([.caseInsensitive, .diacriticInsensitive]))
      case .length: .int(Int64(text.utf16.count))
      default: .null
      }
    }
    guard argument.valueClass == .number, !takesString else { return .null }
    switch (self, argument) {
    case (.onesComplement, _): return .int(~argument.truncated)
    case (.negate, .int(let number)):
      return number == .min ? .double(-Double(number)) : .int(-number)
    case (.absolute, .int(let number)):
      return number == .min ? .double(-Double(number)) : .int(abs(number))
    case (.ceiling, .int), (.floor, .int), (.truncate, .int): return argument
    default: return Value(number: applyToDouble(argument.doubleValue))
    }
  }

  private func applyToDouble(_ number: Double) -> Double {
    switch self {
    case .negate: -number
    case .absolute: abs(number)
    case .ceiling: number.rounded(.up)
    case .floor: number.rounded(.down)
    case .truncate: number.rounded(.towardZero)
    case .exponential: exp(number)
    case .naturalLogarithm: log(number)
    case .logarithm: log10(number)
    default: number.squareRoot()
    }
  }
}
