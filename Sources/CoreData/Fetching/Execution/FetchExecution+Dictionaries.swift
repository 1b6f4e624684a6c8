import Foundation

extension FetchExecution {
  /// One dictionary for each result, with the properties to fetch; a property that is nil is left out.
  func dictionaries() throws -> [NSDictionary] {
    let columns = try columns()
    guard options.returnsDistinctResults else { return try keys().map { try dictionary(of: $0, columns) } }
    // The window counts what is left.
    var whole = query
    whole.limit = 0
    whole.offset = 0
    let execution = FetchExecution(self, asking: whole)
    var seen = Set<NSDictionary>()
    let distinct = try execution.keys().lazy.map { try dictionary(of: $0, columns) }.filter { seen.insert($0).inserted }
    let rest = distinct.dropFirst(query.offset)
    return Array(query.limit > 0 ? rest.prefix(query.limit) : rest)
  }

  private struct Column {
    let name: String
    let path: CompiledPath
    let type: NSAttributeType?
  }

  private func columns() throws -> [Column] {
    guard let properties = options.propertiesToFetch else {
      return entity.attributeSlots.filter { !entity.slots[$0].isTransient }.map { slot in
        Column(
          name: entity.slots[slot].name, path: CompiledPath(entity: entity.index, hops: [], last: slot),
          type: type(slot))
      }
    }
    return try properties.map { property in
      if let expression = property as? NSExpressionDescription {
        throw NSError.coreData(
          NSPersistentStoreOperationError,
          "propertiesToFetch: the expression \(expression.name) cannot be computed, because Foundation's NSExpression "
            + "cannot be built on this platform. Fetch the properties and compute it."
        )
      }
      guard let name = (property as? NSPropertyDescription)?.name ?? property as? String else {
        throw NSError.coreData(
          NSPersistentStoreOperationError,
          "propertiesToFetch takes names and property descriptions, not \(Swift.type(of: property))."
        )
      }
      let path = try CompiledPath(parsing: name, from: entity, in: context.model)
      guard case .attribute(let type) = path.slot(in: context.model).kind else {
        return Column(name: name, path: path, type: nil)
      }
      return Column(name: name, path: path, type: type)
    }
  }

  private func type(_ slot: Int) -> NSAttributeType? {
    if case .attribute(let type) = entity.slots[slot].kind { type } else { nil }
  }

  private func dictionary(of key: RowKey, _ columns: [Column]) throws -> NSDictionary {
    var values: [String: Any] = [:]
    for column in columns {
      switch try column.path.value(from: key, in: context.reader) {
      case .reference(let key): values[column.name] = context.objectID(for: key)
      case let value: values[column.name] = column.type.flatMap { value.boxed(as: $0) }
      }
    }
    return NSDictionary(dictionary: values)
  }
}

extension FetchExecution {
  /// The same fetch with another query.
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
}
