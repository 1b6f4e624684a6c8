import Foundation

extension Derivation {
  /// The value converted to the attribute's type.
  ///
  /// - Throws: 134030 if the value does not fit the type.
  package func stored(_ value: Value, in model: ModelLayout) throws -> Value {
    // The sum of infinities of both signs is undefined. It is stored as 0, as in a SQLite file.
    if case .double(let number) = value, number.isNaN { return Value.int(0).converted(to: type) }
    guard value.valueClass == .number else { return value }
    if type.isInteger, type != .booleanAttributeType {
      guard let whole = value.wholeNumber, type.integerRange.contains(whole) else {
        throw NSError.coreData(
          NSPersistentStoreSaveError,
          "\(model.entities[entity].name).\(name) cannot be saved: \(value.doubleValue) does not fit.")
      }
    }
    return value.converted(to: type)
  }
}

extension Value {
  /// A number without its fraction; nil if that takes more than 64 bits.
  fileprivate var wholeNumber: Int64? {
    if case .int(let number) = self { number } else { Int64(exactly: doubleValue.rounded(.towardZero)) }
  }
}
