import CoreData
import Foundation

/// Reads one column of a result as the value of a slot.
struct PostgresColumnReader: Sendable {
  let slot: Int
  private let column: Int
  private let kind: Kind
  /// The column of a reference's `Z_ENT`; nil if the destination can have only one entity.
  private let entityColumn: Int?

  private enum Kind: Sendable {
    case whole
    case real
    case date
    case decimal
    case text
    case data
    case uuid
    case reference(destination: Int)
  }

  /// - Returns: nil for a slot without a column.
  init?(_ slot: Int, of layout: EntityLayout, column: Int, entityColumn: Int?) {
    self.slot = slot
    self.column = column
    self.entityColumn = entityColumn
    switch layout.slots[slot].kind {
    case .toMany: return nil
    case .toOne(let relationship): kind = .reference(destination: relationship.destination)
    case .attribute(let type):
      switch type {
      case .booleanAttributeType, .integer16AttributeType, .integer32AttributeType, .integer64AttributeType:
        kind = .whole
      case .doubleAttributeType, .floatAttributeType: kind = .real
      case .dateAttributeType: kind = .date
      case .decimalAttributeType: kind = .decimal
      case .stringAttributeType, .URIAttributeType: kind = .text
      case .UUIDAttributeType: kind = .uuid
      case .binaryDataAttributeType, .transformableAttributeType: kind = .data
      case .undefinedAttributeType, .objectIDAttributeType, .compositeAttributeType: return nil
      }
    }
  }

  /// - Throws: Cocoa error 259 if a reference leads to an entity that the model does not allow there; 134020 if a value
  ///   does not have the length of its type.
  @inline(__always)
  func value(_ rows: PostgresRows, _ row: Int, _ schema: StoreSchema) throws -> Value {
    if rows.isNull(row, column) { return .null }
    switch kind {
    case .whole: return .int(rows.integer(row, column))
    case .real: return .double(rows.real(row, column))
    case .date: return .date(rows.real(row, column))
    case .text: return .string(rows.text(row, column))
    case .data: return .data(rows.data(row, column))
    case .uuid:
      guard let uuid = rows.uuid(row, column) else {
        throw PostgresReadingError.noUUID(rows.bytes(row, column).count)
      }
      return .uuid(uuid)
    case .decimal: return PostgresNumeric.decode(rows.bytes(row, column)).map { .decimal($0) } ?? .null
    case .reference(let destination):
      let key = rows.integer(row, column)
      guard let entityColumn, !rows.isNull(row, entityColumn) else {
        return .reference(RowKey(entity: destination, primaryKey: key))
      }
      let number = rows.integer(row, entityColumn)
      guard let entity = schema.entityIndices[number], schema.model.entities[destination].subtree.contains(entity)
      else {
        throw StoredEntityNumbers.unknown(number, beside: schema.model.entities[destination].name, primaryKey: key)
      }
      return .reference(RowKey(entity: entity, primaryKey: key))
    }
  }
}

/// The errors of damaged rows.
enum PostgresReadingError {
  /// The type of the column was changed since the store was opened.
  static func noUUID(_ count: Int) -> NSError {
    .coreData(
      NSPersistentStoreIncompatibleSchemaError,
      "A value that should be a UUID has \(count) bytes: another program changed the store's tables.")
  }
}
