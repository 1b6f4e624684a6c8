import Foundation

/// Reads a column of a result as the value of a slot. Created once per statement and used for each row, so it holds no
/// references that would have to be retained.
struct ColumnReader: Sendable {
  let slot: Int
  let column: Int32
  let kind: ColumnKind
  /// The column with the `Z_ENT` of a reference, if its destination may have several entities.
  let entityColumn: Int32?

  /// - Throws: `ColumnProblem` if the column's value does not fit its kind.
  @inline(__always)
  func value(_ statement: Statement, _ context: ReadingContext) throws -> Value {
    let type = statement.type(at: column)
    if type == .null { return .null }
    switch kind {
    case .integer(let range):
      guard type == .integer else { break }
      let number = statement.integer(at: column)
      guard range.contains(number) else { throw ColumnProblem(found: "\(number)", kind: kind) }
      return .int(number)
    case .text:
      guard type == .text else { break }
      // A text with replacement characters would be sorted differently in memory than by SQLite.
      guard let text = statement.validText(at: column) else {
        throw ColumnProblem(found: "bytes that are no text of UTF-8", kind: kind)
      }
      return .string(text)
    case .date:
      // SQLite stores whole seconds as integers.
      guard type == .real || type == .integer else { break }
      return .date(statement.real(at: column))
    case .real:
      guard type == .real || type == .integer else { break }
      return .double(statement.real(at: column))
    case .reference(let destination):
      guard type == .integer else { break }
      let key = statement.integer(at: column)
      guard !RowKey.isTemporary(key) else { throw ColumnProblem(found: "\(key)", kind: kind) }
      guard let entityColumn else { return .reference(RowKey(entity: destination, primaryKey: key)) }
      return .reference(RowKey(entity: try context.entity(statement, entityColumn, of: destination), primaryKey: key))
    case .decimal:
      guard let number = StoredDecimal.number(statement, column, type) else { break }
      return .decimal(number)
    case .uuid:
      guard type == .blob, let uuid = statement.withBytes(at: column, StoredUUID.uuid) else { break }
      return .uuid(uuid)
    case .bytes:
      guard type == .blob || type == .text else { break }
      return .data(statement.data(at: column))
    case .externalBytes:
      guard type == .blob || type == .text else { break }
      return try context.externalData.data(stored: statement.data(at: column)).map { .data($0) } ?? .null
    }
    throw ColumnProblem(found: type.words, kind: kind)
  }
}

/// The schema and the folder of external data, which all column readers of a store share.
final class ReadingContext: Sendable {
  let schema: StoreSchema
  let externalData: ExternalDataFolder

  init(schema: StoreSchema, externalData: ExternalDataFolder) {
    self.schema = schema
    self.externalData = externalData
  }

  /// The entity in a reference's `Z_ENT` column or, if it is NULL, the relationship's destination entity.
  ///
  /// - Throws: `UnknownEntityNumber` if the relationship cannot lead to the entity.
  func entity(_ statement: Statement, _ column: Int32, of destination: Int) throws -> Int {
    guard !statement.isNull(at: column) else { return destination }
    let number = statement.integer(at: column)
    guard let entity = schema.entityIndices[number], schema.model.entities[destination].subtree.contains(entity) else {
      throw UnknownEntityNumber(number: number)
    }
    return entity
  }
}

/// The error for a column value that its attribute cannot hold.
struct ColumnProblem: Error {
  let found: String
  let kind: ColumnKind
}

/// The error for a row with an entity number that the model does not have in that place.
struct UnknownEntityNumber: Error {
  let number: Int64
}

extension Statement.ColumnType {
  /// The name of the type in error messages.
  var words: String {
    switch self {
    case .null: "nothing"
    case .integer: "a whole number"
    case .real: "a fractional number"
    case .text: "text"
    case .blob: "data"
    }
  }
}
