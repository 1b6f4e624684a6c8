extension StoreReading {
  /// The groups of a fetch, in any order; nil where SQL would not compute them as the rows in memory are.
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
    // SQL takes whatever a damaged store has in a column of numbers for one.
    let damage = sql.columns.suffix(sources.count).compactMap { column -> String? in
      guard case .attribute(let type) = kind(of: column) else { return nil }
      return SQLiteDialect.isDamaged(column.expression, as: type)
    }
    let damaged = damage.isEmpty ? nil : selected.place(of: "max(\(damage.joined(separator: " OR ")))")
    let grouping = names.isEmpty ? "" : " GROUP BY \(names.joined(separator: ", "))"
    // Without a column there is nothing to ask.
    guard !selected.expressions.isEmpty else { return nil }
    return try connection.withStatement(
      "SELECT \(selected.expressions.joined(separator: ", ")) \(sql.text)\(grouping)"
    ) { statement in
      try statement.bind(sql.bindings)
      var groups: [RowGroup] = []
      while try statement.step() {
        // A value that its attribute cannot have is looked for row by row, so that the error names the object.
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

/// An aggregate function over the rows of a group.
private struct GroupColumn {
  private let place: Int32
  /// Reads the value as one of the attribute.
  private let reader: PathReader?

  /// - Throws: `Inexpressible` where SQL computes otherwise than `Accumulator`.
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
    // Fractions have another sum in another order.
    case .sum where kind.isSmallNumber:
      place = selected.place(of: "coalesce(sum(\(argument)), 0)")
      reader = nil
    case .average where kind.isSmallNumber:
      place = selected.place(of: "avg(\(argument))")
      reader = nil
    case .sum where kind.isWholeNumber, .average where kind.isWholeNumber:
      // SQLite's own refuse a sum of more than 64 bits.
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

  /// A function of what is computed of each row. Two that read alike have parameters of their own.
  ///
  /// - Throws: `Inexpressible` where SQL computes otherwise than `Accumulator`.
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
  /// Whether a column's values are equal in SQL where they are equal in memory, and stand in the same order.
  fileprivate var isGroupedAlike: Bool {
    guard case .attribute(let type) = self else { return isReference }
    switch type {
    case .stringAttributeType, .URIAttributeType, .dateAttributeType, .doubleAttributeType, .floatAttributeType,
      .UUIDAttributeType:
      return true
    // A long decimal number is kept as text.
    default: return type.isInteger
    }
  }

  fileprivate var isReference: Bool {
    if case .toOne = self { true } else { false }
  }

  /// Whether no number of rows has a sum of more than 64 bits.
  fileprivate var isSmallNumber: Bool {
    guard case .attribute(let type) = self else { return false }
    return type == .integer16AttributeType || type == .integer32AttributeType
  }

  fileprivate var isWholeNumber: Bool {
    if case .attribute(let type) = self { type.isInteger } else { false }
  }
}
