import Foundation

extension Value {
  /// Converts the value for a comparison with values of another class: a numeric string for numbers, a UUID's text for
  /// UUIDs, an integer for strings. SQLite's column affinities do the same for numbers and strings in stores that
  /// Apple's Core Data wrote. Any other value is unchanged, and then equals none of them.
  package func coerced(toCompareWith other: ValueClass) -> Value {
    switch (self, other) {
    case (.string(let text), .number):
      // Do not parse "nan" as a number, because not-a-number counts as nil.
      Int64(text).map { .int($0) } ?? Double(text).flatMap { $0.isNaN ? nil : Value.double($0) } ?? self
    case (.string(let text), .uuid): UUID(uuidString: text).map { .uuid($0) } ?? self
    case (.int(let number), .string): .string(String(number))
    default: self
    }
  }

  /// Converts a number to an attribute type as far as possible. Other values, and numbers for any other type, are
  /// unchanged.
  package func converted(to type: NSAttributeType) -> Value {
    guard valueClass == .number else { return self }
    switch type {
    case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType: return .int(truncated)
    case .booleanAttributeType: return .int(doubleValue == 0 ? 0 : 1)
    case .doubleAttributeType, .floatAttributeType: return .double(doubleValue)
    case .dateAttributeType: return .date(doubleValue)
    case .decimalAttributeType:
      if case .decimal = self { return self }
      if case .int(let number) = self { return .decimal(Decimal(number)) }
      return Decimal(string: "\(doubleValue)").map { .decimal($0) } ?? self
    default: return self
    }
  }
}
