/// The column types that Apple's tables declare.
enum ColumnType: String, Sendable {
  case integer = "INTEGER"
  case float = "FLOAT"
  case decimal = "DECIMAL"
  case timestamp = "TIMESTAMP"
  case varchar = "VARCHAR"
  case blob = "BLOB"

  /// The type of an attribute's column; nil if no store can hold the attribute.
  init?(_ type: NSAttributeType) {
    switch type {
    case .booleanAttributeType, .integer16AttributeType, .integer32AttributeType, .integer64AttributeType:
      self = .integer
    case .floatAttributeType, .doubleAttributeType: self = .float
    case .decimalAttributeType: self = .decimal
    case .dateAttributeType: self = .timestamp
    case .stringAttributeType, .URIAttributeType: self = .varchar
    case .binaryDataAttributeType, .transformableAttributeType, .UUIDAttributeType: self = .blob
    case .undefinedAttributeType, .objectIDAttributeType, .compositeAttributeType: return nil
    }
  }
}
