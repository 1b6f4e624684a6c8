extension StoreReading {
  /// The columns of a fetch; nil if SQL would compute other values than memory does.
  func columns(_ query: ColumnQuery) throws -> [[Value]]? {
    do {
      return try saying {
        try columnsInSQL(query)
      } orElse: {
        nil
      }
    } catch is PredicateSQL.Inexpressible {
      return nil
    }
  }

  private func columnsInSQL(_ query: ColumnQuery) throws -> [[Value]]? {
    var paths: [CompiledPath] = []
    var expressions: [CompiledExpression] = []
    for column in query.columns {
      switch column {
      case .path(0, let path) where !path.slot(in: model).isTransient: paths.append(path)
      case .object(0, _): continue
      default:
        guard column.isPlain(model) else { return nil }
        expressions.append(column)
        // SQL computes a result even from damaged values. Also read the source columns, so that damage is detected.
        paths += column.plainPaths
      }
    }
    let sql = try FetchSQL(query.rows, selecting: paths, computing: expressions, in: schema)
    var selected = SelectedColumns(["\(TableJoins.root).Z_PK", "\(TableJoins.root).Z_ENT"])
    var (places, texts) = (sql.columns[...], sql.computed[...])
    let readers = query.columns.map { column -> Reader in
      switch column {
      case .object: return .key
      case .path: return .path(PathReader(places.removeFirst(), selected: &selected, context: context))
      default:
        let sources = column.plainPaths.map { _ in
          PathReader(places.removeFirst(), selected: &selected, context: context)
        }
        // The alias is unique, because equal texts have different parameters and must not share a column.
        let place = selected.place(of: "\(texts.removeFirst()) AS c\(selected.expressions.count)")
        return .computed(place, of: sources)
      }
    }
    let table = try schema.stored(query.rows.entity.index).table
    var entities = EntityNumbers(query.rows.entity, context: context)
    var rows: [[Value]] = []
    try forEach(sql, columns: selected.expressions, query: query.rows) { statement in
      let primaryKey = try statement.primaryKey(at: 0, of: table)
      rows.append(
        try readers.map { reader in
          switch reader {
          case .key:
            let entity = try entities.entity(statement, column: 1, primaryKey: primaryKey)
            return .reference(RowKey(entity: entity, primaryKey: primaryKey))
          case .path(let reader): return try reader.value(statement, primaryKey: primaryKey)
          case .computed(let place, let sources):
            for source in sources { _ = try source.value(statement, primaryKey: primaryKey) }
            return try statement.computedValue(at: place)
          }
        })
    }
    return rows
  }

  private enum Reader {
    case key
    case path(PathReader)
    case computed(Int32, of: [PathReader])
  }
}

extension Statement {
  fileprivate func computedValue(at place: Int32) throws -> Value {
    switch type(at: place) {
    case .null: return .null
    case .integer: return .int(integer(at: place))
    case .real: return .double(real(at: place))
    case .text: return .string(text(at: place))
    case .blob: throw PredicateSQL.Inexpressible()
    }
  }
}
