extension StoreReading {
  /// The groups of a fetch, in any order; nil if SQL would compute other groups than memory does.
  func groups(_ query: GroupQuery) throws -> [RowGroup]? {
    do {
      return try saying {
        try groupsInSQL(query)
      } orElse: {
        nil
      }
    } catch is PredicateSQL.Inexpressible {
      return nil
    }
  }

  private func groupsInSQL(_ query: GroupQuery) throws -> [RowGroup]? {
    let paths = query.keys + query.aggregates.compactMap(\.path)
    let computed = query.aggregates.compactMap { $0.path == nil ? $0.element : nil }
    guard paths.allSatisfy({ !$0.slot(in: model).isTransient }), computed.allSatisfy({ $0.isPlain(model) }) else {
      return nil
    }
    let sources = query.aggregates.flatMap { $0.function == .count ? [] : $0.element?.plainPaths ?? [] }
    let sql = try FetchSQL(query.rows, selecting: paths + sources, computing: computed, isOrdered: false, in: schema)
    guard sql.residue == nil else { return nil }
    var selected = SelectedColumns()
    var columns = sql.columns[...]
    let keys = try query.keys.map { _ in
      let column = columns.removeFirst()
      guard kind(of: column).isGroupedAlike else { throw PredicateSQL.Inexpressible() }
      return PathReader(column, selected: &selected, context: context)
    }
    let names = sql.columns.prefix(keys.count).map(\.expression)
    var texts = sql.computed[...]
    let aggregates = try query.aggregates.map { aggregate in
      if let element = aggregate.element, aggregate.path == nil {
        return try GroupColumn(aggregate, computing: texts.removeFirst(), isWhole: element.isWhole(model), &selected)
      }
      return try GroupColumn(aggregate, aggregate.path.map { _ in columns.removeFirst() }, self, &selected)
    }
    // SQL treats damaged values in a numeric column as numbers, so check for them.
    let damage = sql.columns.suffix(sources.count).compactMap { column -> String? in
      guard case .attribute(let type) = kind(of: column) else { return nil }
      return SQLiteDialect.isDamaged(column.expression, as: type)
    }
    let damaged = damage.isEmpty ? nil : selected.place(of: "max(\(damage.joined(separator: " OR ")))")
    let grouping = names.isEmpty ? "" : " GROUP BY \(names.joined(separator: ", "))"
    // Without columns, a `SELECT` is not possible.
    guard !selected.expressions.isEmpty else { return nil }
    return try connection.withStatement(
      "SELECT \(selected.expressions.joined(separator: ", ")) \(sql.text)\(grouping)"
    ) { statement in
      try statement.bind(sql.bindings)
      var groups: [RowGroup] = []
      while try statement.step() {
        // If a value does not fit its attribute, the rows are read one by one, so that the error can name the object.
        guard damaged.map({ statement.integer(at: $0) == 0 }) ?? true,
          let keys = try? keys.map({ try $0.value(statement, primaryKey: 0) }),
          let values = try? aggregates.map({ try $0.value(statement) })
        else { return nil }
        groups.append(RowGroup(keys: keys, aggregates: values))
      }
      return groups
    }
  }

  fileprivate func kind(of column: TableJoins.PathColumn) -> EntityLayout.Kind {
    schema.model.entities[column.entity].slots[column.slot].kind
  }
}

/// The column of an aggregate over the rows of a group.
private struct GroupColumn {
  private let place: Int32
  /// Reads the result as a value of the attribute; nil to use the type that SQLite returns.
  private let reader: PathReader?

  /// - Throws: `Inexpressible` if SQL computes another result than `Accumulator`.
  init(
    _ aggregate: GroupQuery.Aggregate, _ column: TableJoins.PathColumn?, _ reading: StoreReading,
    _ selected: inout SelectedColumns
  ) throws {
    guard let column else {
      guard aggregate.function == .count, !aggregate.isDistinct else { throw PredicateSQL.Inexpressible() }
      place = selected.place(of: "count(*)")
      reader = nil
      return
    }
    let kind = reading.kind(of: column)
    let argument = (aggregate.isDistinct ? "DISTINCT " : "") + column.expression
    switch aggregate.function {
    case .count where kind.isGroupedAlike:
      place = selected.place(of: "count(\(argument))")
      reader = nil
    // The sum of floating-point numbers depends on their order, so SQL computes only integer sums.
    case .sum where kind.isSmallNumber:
      place = selected.place(of: "coalesce(sum(\(argument)), 0)")
      reader = nil
    case .average where kind.isSmallNumber:
      place = selected.place(of: "avg(\(argument))")
      reader = nil
    case .sum where kind.isWholeNumber, .average where kind.isWholeNumber:
      // SQLite's `sum` fails if the sum takes more than 64 bits, so use our function.
      place = selected.place(of: "\(PredicateFunctions.name(aggregate.function))(\(argument))")
      reader = nil
    case .minimum where kind.isGroupedAlike && !kind.isReference,
      .maximum where kind.isGroupedAlike && !kind.isReference:
      let function = aggregate.function == .minimum ? "min" : "max"
      let extreme = TableJoins.PathColumn(
        expression: "\(function)(\(column.expression))", entityNumber: nil, entity: column.entity, slot: column.slot)
      let reader = PathReader(extreme, selected: &selected, context: reading.context)
      place = reader.column
      self.reader = reader
    default: throw PredicateSQL.Inexpressible()
    }
  }

  /// An aggregate of an expression that is computed for each row. Its alias is unique, because equal texts have
  /// different parameters.
  ///
  /// - Throws: `Inexpressible` if SQL computes another result than `Accumulator`.
  init(
    _ aggregate: GroupQuery.Aggregate, computing text: String, isWhole: Bool, _ selected: inout SelectedColumns
  ) throws {
    let argument = (aggregate.isDistinct ? "DISTINCT " : "") + text
    let call: String
    switch aggregate.function {
    case .count: call = "count(\(argument))"
    case .sum where isWhole, .average where isWhole:
      call = "\(PredicateFunctions.name(aggregate.function))(\(argument))"
    case .minimum: call = "min(\(text))"
    case .maximum: call = "max(\(text))"
    default: throw PredicateSQL.Inexpressible()
    }
    place = selected.place(of: "\(call) AS c\(selected.expressions.count)")
    reader = nil
  }

  func value(_ statement: Statement) throws -> Value {
    if let reader { return try reader.value(statement, primaryKey: 0) }
    switch statement.type(at: place) {
    case .integer: return .int(statement.integer(at: place))
    case .real: return .double(statement.real(at: place))
    case .text: return .string(statement.text(at: place))
    case .null, .blob: return .null
    }
  }
}

extension EntityLayout.Kind {
  /// Whether SQL compares a column's values in the same way as memory does.
  fileprivate var isGroupedAlike: Bool {
    guard case .attribute(let type) = self else { return isReference }
    switch type {
    case .stringAttributeType, .URIAttributeType, .dateAttributeType, .doubleAttributeType, .floatAttributeType,
      .UUIDAttributeType:
      return true
    // A store may hold a long decimal number as text.
    default: return type.isInteger
    }
  }

  fileprivate var isReference: Bool {
    if case .toOne = self { true } else { false }
  }

  /// Whether the sum over all possible rows fits 64 bits.
  fileprivate var isSmallNumber: Bool {
    guard case .attribute(let type) = self else { return false }
    return type == .integer16AttributeType || type == .integer32AttributeType
  }

  fileprivate var isWholeNumber: Bool {
    if case .attribute(let type) = self { type.isInteger } else { false }
  }
}
