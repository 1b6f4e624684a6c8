import Foundation

/// Reads and writes the history's preserved values of deleted rows.
enum HistoryColumns {
  /// Binds a preserved value.
  static func bind(_ value: Value, to statement: Statement, at parameter: Int32) throws {
    switch value {
    case .int(let number): try statement.bind(number, at: parameter)
    case .double(let number), .date(let number): try statement.bind(number, at: parameter)
    case .string(let text): try statement.bind(text, at: parameter)
    case .data(let data): try statement.bind(data, at: parameter)
    case .uuid(let uuid): try statement.bind(withUnsafeBytes(of: uuid.uuid) { Data($0) }, at: parameter)
    case .decimal(let box): try statement.bind(box.number.description, at: parameter)
    case .null, .reference, .opaque: try statement.bindNull(at: parameter)
    }
  }

  /// Reads a preserved value; nil if the column's value does not fit the attribute's type.
  static func value(_ type: NSAttributeType, in statement: Statement, at column: Int32) -> Value? {
    switch (type, statement.type(at: column)) {
    case (_, .null): nil
    case (.booleanAttributeType, .integer), (.integer16AttributeType, .integer), (.integer32AttributeType, .integer),
      (.integer64AttributeType, .integer):
      .int(statement.integer(at: column))
    case (.doubleAttributeType, .integer), (.doubleAttributeType, .real), (.floatAttributeType, .integer),
      (.floatAttributeType, .real):
      .double(statement.real(at: column))
    case (.dateAttributeType, .integer), (.dateAttributeType, .real): .date(statement.real(at: column))
    case (.stringAttributeType, .text), (.URIAttributeType, .text): .string(statement.text(at: column))
    case (.decimalAttributeType, .text): Decimal(string: statement.text(at: column)).map { .decimal($0) }
    // The attribute was an integer before a migration.
    case (.decimalAttributeType, .integer): Value.decimal(Decimal(statement.integer(at: column)))
    case (.UUIDAttributeType, .blob): uuid(statement.data(at: column)).map { .uuid($0) }
    case (.binaryDataAttributeType, .blob), (.transformableAttributeType, .blob): .data(statement.data(at: column))
    default: nil
    }
  }

  private static func uuid(_ data: Data) -> UUID? {
    guard data.count == 16 else { return nil }
    return UUID(uuid: data.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) })
  }
}
