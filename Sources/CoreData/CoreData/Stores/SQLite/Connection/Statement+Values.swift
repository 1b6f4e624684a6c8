import Foundation

extension Statement {
  /// Binds values to the first parameters, in order.
  func bind(_ values: [Value]) throws {
    for (offset, value) in values.enumerated() { try bind(value, at: Int32(offset + 1)) }
  }

  /// Binds a value in the form in which its column stores it.
  func bind(_ value: Value, at index: Int32) throws {
    switch value {
    case .null: try bindNull(at: index)
    case .int(let number): try bind(number, at: index)
    case .double(let number), .date(let number): try bind(number, at: index)
    case .string(let text): try bind(text, at: index)
    case .data(let data): try bind(data, at: index)
    case .uuid(let uuid): try withUnsafeBytes(of: uuid.uuid) { try bind($0, at: index) }
    case .reference(let key): try bind(key.primaryKey, at: index)
    case .decimal(let box):
      switch StoredDecimal.storage(box.number) {
      case .integer(let number): try bind(number, at: index)
      case .real(let number): try bind(number, at: index)
      case nil: try bindNull(at: index)
      }
    case .opaque: throw OpaqueValueError()
    }
  }
}

/// The error for a transformable value that was not transformed into data.
struct OpaqueValueError: Error {}
