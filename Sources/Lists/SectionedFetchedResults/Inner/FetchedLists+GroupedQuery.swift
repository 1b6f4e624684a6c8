import CoreData
import SectionedChanges

extension FetchedLists {
  /// The summaries of the groups, from one grouped query and one more query for each condition.
  ///
  /// - Returns: the summaries by group number; nil if the store would round, if a query fails, or if the store's rows
  ///   are not those of the list.
  func groupedSummaries(_ aggregates: ListAggregates) -> [Int32: AggregateSummary]? {
    // Needs a context without changes: if an unsaved change replaces the least saved value, the store's result lacks
    // the next one.
    guard path.attribute != nil, engine.groupCount > 0, !context.hasChanges, isReadByColumns(aggregates),
      zip(aggregates.functions, aggregates.inputs).allSatisfy({ $1.isExactInStore(for: $0) })
    else { return nil }
    do {
      return try GroupedQuery(self, aggregates).summaries()
    } catch {
      return nil
    }
  }
}

extension AggregateInput {
  /// Whether a store computes a function of the values without rounding, and orders them as `AggregateValue` does.
  fileprivate func isExactInStore(for function: AggregateFunction) -> Bool {
    switch (self, function) {
    case (.items, _), (.matching, _): true
    case (.attribute(_, .integer), _): true
    case (.attribute(_, .real), .min), (.attribute(_, .real), .max): true
    case (.attribute(_, .date), .min), (.attribute(_, .date), .max): true
    case (.attribute, _): false
    }
  }
}

/// A query of the stored items of a list, grouped as the list groups them.
private struct GroupedQuery {
  private typealias Row = (count: Int, values: NSDictionary)

  private let lists: FetchedLists
  private let aggregates: ListAggregates

  init(_ lists: FetchedLists, _ aggregates: ListAggregates) { (self.lists, self.aggregates) = (lists, aggregates) }

  /// - Returns: nil if the groups are not those of the list.
  /// - Throws: the store's error.
  func summaries() throws -> [Int32: AggregateSummary]? {
    let rows = try rows(columns: aggregates.inputs.indices.flatMap(columns(of:)))
    guard rows.count == lists.engine.groupCount else { return nil }
    var matching: [Int: [GroupKey: Row]] = [:]
    for (index, input) in aggregates.inputs.enumerated() {
      if case .matching(let condition) = input { matching[index] = try self.rows(where: condition) }
    }
    var summaries: [Int32: AggregateSummary] = [:]
    for index in 0..<lists.engine.groupCount {
      let group = lists.engine.number(ofGroup: index)
      let key = lists.engine.groupKeys[Int(group)]
      guard let row = rows[key], row.count == lists.engine.rowCount(ofGroup: index) else { return nil }
      var summary = AggregateSummary(of: aggregates.functions)
      for place in aggregates.inputs.indices {
        let isKnown = set(place, of: &summary, from: row, matching: matching[place]?[key]?.count ?? 0)
        if !isKnown { return nil }
      }
      summaries[group] = summary
    }
    return summaries
  }

  /// - Returns: whether the store's result has the expected type.
  private func set(_ place: Int, of summary: inout AggregateSummary, from row: Row, matching count: Int) -> Bool {
    switch (aggregates.inputs[place], aggregates.functions[place]) {
    case (.items, _): summary.set(place, counted: .integer(Int64(row.count)))
    case (.matching, _): summary.set(place, counted: .integer(Int64(count)))
    case (.attribute, .sum), (.attribute, .average):
      let number = AggregateValue(row.values["count\(place)"], as: .integer)?.integer ?? 0
      if number == 0 { return true }
      guard let sum = AggregateValue(row.values["value\(place)"], as: .integer)?.integer else { return false }
      summary.set(place, sum: NumberSum(ofIntegers: sum, count: Int(number)))
    case (.attribute(_, let kind), _):
      guard let value = row.values["value\(place)"], !(value is NSNull) else { return true }
      guard let extreme = AggregateValue(value, as: kind) else { return false }
      summary.set(place, counted: extreme)
    }
    return true
  }

  private func columns(of place: Int) -> [NSExpressionDescription] {
    guard case .attribute(let name, let kind) = aggregates.inputs[place] else { return [] }
    let attribute = NSExpression(forKeyPath: name)
    let function = aggregates.functions[place]
    switch function {
    case .count: return []
    case .sum, .average:
      return [
        Self.column("value\(place)", "sum:", attribute, .integer64AttributeType),
        Self.column("count\(place)", "count:", attribute, .integer64AttributeType),
      ]
    case .min, .max:
      let type: NSAttributeType =
        switch kind {
        case .date: .dateAttributeType
        case .real: .doubleAttributeType
        default: .integer64AttributeType
        }
      return [Self.column("value\(place)", "\(function.rawValue):", attribute, type)]
    }
  }

  private static func column(
    _ name: String, _ function: String, _ argument: NSExpression, _ type: NSAttributeType
  ) -> NSExpressionDescription {
    let column = NSExpressionDescription()
    column.name = name
    column.expression = NSExpression(forFunction: function, arguments: [argument])
    column.expressionResultType = type
    return column
  }

  /// The rows of a grouped query by their keys.
  private func rows(
    columns: [NSExpressionDescription] = [], where condition: NSPredicate? = nil
  ) throws -> [GroupKey: Row] {
    let request = lists.aggregateRequest(as: NSDictionary.self, .dictionaryResultType, where: condition)
    let count = Self.column("count", "count:", NSExpression.expressionForEvaluatedObject(), .integer64AttributeType)
    request.propertiesToGroupBy = [lists.path.text]
    var fetched: [Any] = [lists.path.text, count]
    for column in columns { fetched.append(column) }
    request.propertiesToFetch = fetched
    var rows: [GroupKey: Row] = [:]
    for values in try lists.context.fetch(request) {
      guard let number = AggregateValue(values["count"], as: .integer)?.integer else { continue }
      rows[GroupKey(values[lists.path.text], isBoolean: lists.path.isBoolean)] = (Int(number), values)
    }
    return rows
  }
}
