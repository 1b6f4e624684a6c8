/// The way in which a column's stored value becomes a `Value`.
enum ColumnKind: Sendable {
  /// An integer, with the range that the attribute's type allows.
  case integer(ClosedRange<Int64>)
  case real
  case decimal
  case date
  case text
  case uuid
  case bytes
  /// Binary data after a byte that says whether the data is in the column or in a file.
  case externalBytes
  case reference(destination: Int)

  /// - Returns: nil if the slot has no column.
  init?(_ slot: EntityLayout.Slot, stored: StoredColumn) {
    switch slot.kind {
    case .toMany: return nil
    case .toOne(let relationship): self = .reference(destination: relationship.destination)
    case .attribute(let type):
      switch type {
      // Any number other than 0 is true. Apple writes 0 and 1.
      case .booleanAttributeType: self = .integer(Int64.min...Int64.max)
      case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType:
        self = .integer(type.integerRange)
      case .doubleAttributeType, .floatAttributeType: self = .real
      case .decimalAttributeType: self = .decimal
      case .dateAttributeType: self = .date
      case .stringAttributeType, .URIAttributeType: self = .text
      case .UUIDAttributeType: self = .uuid
      case .binaryDataAttributeType: self = stored.isExternal ? .externalBytes : .bytes
      case .transformableAttributeType: self = .bytes
      case .undefinedAttributeType, .objectIDAttributeType, .compositeAttributeType: return nil
      }
    }
  }

  /// A description of what the column should hold, for error messages.
  var expectation: String {
    switch self {
    case .integer(let range):
      range.lowerBound == Int64.min
        ? "a whole number" : "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .real, .decimal: "a number"
    case .date: "a number of seconds"
    case .text: "text"
    case .uuid: "the 16 bytes of a UUID"
    case .bytes: "data"
    case .externalBytes: "data, or the name of a file in the support folder"
    case .reference: "a primary key"
    }
  }
}
