import Foundation

extension Value {
  /// The value as it is compared with values of another class: a string that reads as a number with numbers, a UUID's
  /// text with UUIDs, an integer's digits with strings. SQLite's column affinities do the first and the last in stores
  /// that Apple's Core Data writes. Anything else stays as it is, and is then equal to none of them.
  package func coerced(toCompareWith other: ValueClass) -> Value {
    switch (self, other) {
    case (.string(let text), .number):
      // "nan" reads as no number: that would be nil.
      Int64(text).map { .int($0) } ?? Double(text).flatMap { $0.isNaN ? nil : Value.double($0) } ?? self
    case (.string(let text), .uuid): UUID(uuidString: text).map { .uuid($0) } ?? self
    case (.int(let number), .string): .string(String(number))
    default: self
    }
  }

  /// The value as one of an attribute of a kind, as far as there is such a number; the value itself where none is asked
  /// for.
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
