import Foundation

extension Value {
  /// The value as it is compared with values of another class: a string that reads as a number with numbers, a UUID's
  /// text with UUIDs, an integer's digits with strings. SQLite's column affinities do the first and the last in stores
  /// that Apple's Core Data writes. Anything else stays as it is, and is then equal to none of them.
  func coerced(toCompareWith other: ValueClass) -> Value {
    switch (self, other) {
    case (.string(let text), .number):
      Int64(text).map { .int($0) } ?? Double(text).map { .double($0) } ?? self
    case (.string(let text), .uuid): UUID(uuidString: text).map { .uuid($0) } ?? self
    case (.int(let number), .string): .string(String(number))
    default: self
    }
  }
}
