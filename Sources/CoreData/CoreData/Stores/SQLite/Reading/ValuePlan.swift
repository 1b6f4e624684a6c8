/// The statement and the readers for the values of one row at some key paths.
struct ValuePlan: Sendable {
  let sql: String
  private let readers: [PathReader]

  init(_ paths: [CompiledPath], from entity: Int, context: ReadingContext) throws {
    var joins = try TableJoins(of: context.schema.model.entities[entity], in: context.schema)
    var selected = SelectedColumns()
    readers = try paths.map { path in
      PathReader(try joins.column(at: path), selected: &selected, context: context)
    }
    let columns = selected.expressions.isEmpty ? ["1"] : selected.expressions
    sql = "SELECT \(columns.joined(separator: ", ")) \(joins.fromClause) WHERE \(TableJoins.root).Z_PK = ?1"
  }

  func values(_ statement: Statement, primaryKey: Int64) throws -> [Value] {
    try readers.map { try $0.value(statement, primaryKey: primaryKey) }
  }
}

/// The columns of a `SELECT`, without duplicates.
struct SelectedColumns {
  private(set) var expressions: [String] = []
  private var places: [String: Int32] = [:]

  init(_ expressions: [String] = []) {
    for expression in expressions { _ = place(of: expression) }
  }

  mutating func place(of expression: String) -> Int32 {
    if let known = places[expression] { return known }
    let place = Int32(expressions.count)
    places[expression] = place
    expressions.append(expression)
    return place
  }
}

/// Reads the value at the end of one key path.
struct PathReader: Sendable {
  let column: Int32
  private let reader: ColumnReader?
  private let entity: EntityLayout
  private let context: ReadingContext

  init(_ place: TableJoins.PathColumn, selected: inout SelectedColumns, context: ReadingContext) {
    let entity = context.schema.model.entities[place.entity]
    self.entity = entity
    self.context = context
    let column = selected.place(of: place.expression)
    self.column = column
    guard let stored = context.schema.entities[place.entity]?.columns[place.slot],
      let kind = ColumnKind(entity.slots[place.slot], stored: stored)
    else {
      reader = nil
      return
    }
    let entityColumn = place.entityNumber.map { selected.place(of: $0) }
    reader = ColumnReader(slot: place.slot, column: column, kind: kind, entityColumn: entityColumn)
  }

  /// Whether the column holds texts that need no conversion.
  var readsText: Bool { if case .text? = reader?.kind { true } else { false } }

  func value(_ statement: Statement, primaryKey: Int64) throws -> Value {
    guard let reader else { return .null }
    do {
      return try reader.value(statement, context)
    } catch {
      throw ReadingError.reported(
        error, entity: entity, primaryKey: primaryKey, property: entity.slots[reader.slot].name
      )
    }
  }
}
