import Foundation

extension FetchExecution {
  /// The result dictionaries with the properties to fetch. Properties that are nil are omitted.
  ///
  /// If rows are grouped, or a column is computed from all rows, each dictionary is a group.
  func dictionaries() throws -> [NSDictionary] {
    let named =
      try options.propertiesToFetch?.map { try FetchColumn($0, in: "propertiesToFetch") }
      ?? entity.ownAttributeSlots.filter { !entity.slots[$0].isTransient }.map {
        FetchColumn(named: entity.slots[$0].name)
      }
    let columns = named.flatMap { $0.parts(of: entity, in: context.graph.model) }
    if let grouping = try FetchGrouping(of: self, columns) { return window(try groups(grouping, columns)) }
    if options.havingPredicate != nil {
      throw FetchColumn.error("havingPredicate needs propertiesToGroupBy: there are no groups to filter.")
    }
    let compiled = try columns.map { try RowColumn($0, self) }
    let rows = options.returnsDistinctResults ? allOfThem : self
    let all = try rows.dictionariesOfStore(compiled) ?? rows.dictionaries(of: try rows.keys(), compiled)
    return options.returnsDistinctResults ? window(all) : all
  }

  /// The dictionaries as computed by the store. Nil if each row must be evaluated here, for example because of
  /// unsaved changes.
  private func dictionariesOfStore(_ columns: [RowColumn]) throws -> [NSDictionary]? {
    guard isWhollyStored, !isOrderedInMemory else { return nil }
    return try ask { try $0.columns(ColumnQuery(rows: query, columns: columns.map(\.expression))) }?.map { values in
      dictionary(zip(columns, values))
    }
  }

  /// Whether the fetch uses only saved values.
  private var isWhollyStored: Bool { storeDecides && (!options.includesPendingChanges || !context.hasChanges) }

  private func dictionaries(of keys: ContiguousArray<RowKey>, _ columns: [RowColumn]) throws -> [NSDictionary] {
    var dictionaries: [NSDictionary] = []
    dictionaries.reserveCapacity(keys.count)
    try forEach(keys) { dictionaries.append(try dictionary(of: $0, columns)) }
    return dictionaries
  }

  /// The same fetch without limit and offset. They are applied later, to distinct dictionaries or groups.
  private var allOfThem: FetchExecution {
    var whole = query
    whole.limit = 0
    whole.offset = 0
    return FetchExecution(self, asking: whole)
  }

  private func window(_ dictionaries: [NSDictionary]) -> [NSDictionary] {
    var seen = Set<DistinctRow>()
    let distinct =
      options.returnsDistinctResults ? dictionaries.filter { seen.insert(DistinctRow($0)).inserted } : dictionaries
    let rest = distinct.dropFirst(query.offset)
    return Array(query.limit > 0 ? rest.prefix(query.limit) : rest)
  }

  private func dictionary(of key: RowKey, _ columns: [RowColumn]) throws -> NSDictionary {
    let evaluation = Evaluation(reader: reader, object: key)
    return dictionary(zip(columns, try columns.map { try evaluation.value($0.expression) }))
  }

  private func dictionary(_ columns: some Sequence<(RowColumn, Value)>) -> NSDictionary {
    var row = FetchedDictionary()
    for (column, value) in columns {
      let boxed = column.transformed.map { $0.boxed(value) } ?? boxed(value.converted(to: column.type), column.type)
      row.set(boxed, column.name, column.elementPath)
    }
    return NSDictionary(dictionary: row.values)
  }

  private func groups(_ grouping: FetchGrouping, _ columns: [FetchColumn]) throws -> [NSDictionary] {
    try (groupsOfStore(grouping) ?? groupsInMemory(grouping)).map { group in
      var row = FetchedDictionary()
      for (index, column) in columns.enumerated() {
        let type = grouping.types[index]
        let value = boxed(try grouping.value(index, of: group).converted(to: type), type)
        row.set(value, column.name, column.elementPath)
      }
      return NSDictionary(dictionary: row.values)
    }
  }

  private func groupsInMemory(_ grouping: FetchGrouping) throws -> [RowGroup] {
    var gathering = GroupGathering(grouping)
    try forEach(try allOfThem.unordered.keys()) { try gathering.add(Evaluation(reader: reader, object: $0)) }
    return try grouping.matching(gathering.groups)
  }

  /// The groups as computed by the store. Nil if each row must be evaluated here, for example because of unsaved
  /// changes.
  private func groupsOfStore(_ grouping: FetchGrouping) throws -> [RowGroup]? {
    guard isWhollyStored,
      let query = grouping.query(of: allOfThem.unordered.query)
    else { return nil }
    return try ask { try $0.groups(query) }.map { try grouping.matching($0) }
  }

  private func boxed(_ value: Value, _ type: NSAttributeType) -> Any? {
    if case .reference(let key) = value { return context.graph.objectID(for: key) }
    return value.boxed(as: type)
  }
}

/// The values of a dictionary, to find duplicates by the comparison used elsewhere. `NSDictionary` cannot be used,
/// because it treats strings with different Unicode composition as equal, and gives all dictionaries of the same size
/// the same hash.
private struct DistinctRow: Hashable {
  private let values: [String: AnyHashable]

  init(_ row: NSDictionary) {
    var values: [String: AnyHashable] = [:]
    for (key, value) in row {
      guard let key = key as? String else { continue }
      if let composite = value as? [String: Any] {
        values[key] = AnyHashable(DistinctRow(NSDictionary(dictionary: composite)))
      } else if case .value(let known) = ConstantSyntax(argument: value) {
        values[key] = AnyHashable(EqualityKey(known))
      } else {
        values[key] = (value as? AnyHashable) ?? AnyHashable(ObjectIdentifier(value as AnyObject))
      }
    }
    self.values = values
  }
}

/// A column that is computed for each row.
private struct RowColumn {
  let name: String
  let elementPath: [String]
  let expression: CompiledExpression
  let type: NSAttributeType
  /// The slot of the attribute, if its values are made by a transformer.
  let transformed: EntityLayout.Slot?

  init(_ column: FetchColumn, _ execution: FetchExecution) throws {
    let compiler = PredicateCompiler(
      entity: execution.entity, model: execution.context.graph.model, storeIdentifier: execution.storeIdentifier)
    name = column.name
    elementPath = column.elementPath
    expression = try compiler.single(column.syntax, in: column.syntax)
    type =
      column.type == .undefinedAttributeType ? expression.attributeType(execution.context.graph.model) : column.type
    if case .path(_, let path) = expression, case let slot = path.slot(in: execution.context.graph.model),
      slot.transformer != nil
    {
      transformed = slot
    } else {
      transformed = nil
    }
  }
}

extension CompiledExpression {
  /// The attribute type of the values; undefined for computed values.
  func attributeType(_ model: ModelLayout) -> NSAttributeType {
    switch self {
    case .path(_, let path):
      guard case .attribute(let type) = path.slot(in: model).kind else { return .undefinedAttributeType }
      return type
    case .aggregate(.minimum, _, let element?), .aggregate(.maximum, _, let element?):
      return element.attributeType(model)
    default: return .undefinedAttributeType
    }
  }
}

extension FetchExecution {
  /// Creates the same fetch with another query.
  fileprivate init(_ other: FetchExecution, asking query: RowQuery) {
    context = other.context
    options = other.options
    rows = other.rows
    entity = other.entity
    predicate = other.predicate
    objectPredicate = other.objectPredicate
    overlay = other.overlay
    self.query = query
  }

  fileprivate var unordered: FetchExecution {
    var query = query
    query.order = .byIdentity
    return FetchExecution(self, asking: query)
  }
}
