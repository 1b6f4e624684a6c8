import Foundation

/// The grouping of a fetch: the expressions that form groups from rows, and the values computed from each group.
///
/// Aggregate functions, and the expressions to group by, are replaced by variables, whose values each group has. With
/// these values, the rest of a column or condition has only constants, which the predicate compiler computes. So
/// groups follow the same comparison rules as all other values.
struct FetchGrouping {
  /// An aggregate function over the rows of a group.
  struct Aggregate {
    let function: AggregateOperator
    let element: CompiledExpression
    let isDistinct: Bool
  }

  private var compiler: PredicateCompiler
  /// The fetched expressions by name. Conditions refer to them as variables.
  private var named: [String: ExpressionSyntax] = [:]
  private(set) var keys: [(text: String, expression: CompiledExpression)] = []
  private(set) var aggregates: [(text: String, aggregate: Aggregate)] = []
  private var columns: [ExpressionSyntax] = []
  private var having: PredicateSyntax?
  private var order: [(key: Int, isAscending: Bool, collation: Collation)] = []
  /// The attribute types of the columns' values.
  private(set) var types: [NSAttributeType] = []

  /// Creates the grouping; nil if the results are single rows.
  ///
  /// - Throws: an error that names an expression that is neither grouped by nor computed from a group.
  init?(of execution: FetchExecution, _ columns: [FetchColumn]) throws {
    let options = execution.options
    let model = execution.context.graph.model
    compiler = PredicateCompiler(entity: execution.entity, model: model, storeIdentifier: execution.storeIdentifier)
    let by = try options.propertiesToGroupBy.flatMap { property in
      try FetchColumn(property, in: "propertiesToGroupBy").parts(of: execution.entity, in: model)
    }
    if by.isEmpty {
      let hasFunctions = try columns.contains { try isOfRows($0.syntax) }
      guard hasFunctions else { return nil }
    }
    for column in by {
      let expression = try compiler.single(column.syntax, in: column.syntax)
      guard compiler.valueClass(of: expression) != .opaque else {
        throw FetchColumn.error(
          "A fetch cannot group by \(column.name): its values are known to their transformer only.")
      }
      keys.append((column.syntax.description, expression))
    }
    // Expressions to group by are recognized by their text wherever they occur.
    for column in columns { named[column.name] = column.syntax }
    for column in columns {
      let syntax = try rewritten(column.syntax, in: column.name)
      self.columns.append(syntax)
      types.append(column.type == .undefinedAttributeType ? type(of: syntax, model) : column.type)
    }
    if let predicate = options.havingPredicate {
      guard !by.isEmpty else {
        throw FetchColumn.error("havingPredicate needs propertiesToGroupBy: there are no groups to filter.")
      }
      having = try rewritten(predicate.syntax)
    }
    for descriptor in options.sortDescriptors where !by.isEmpty { try sort(by: descriptor) }
  }

  private mutating func sort(by descriptor: NSSortDescriptor) throws {
    guard let collation = Collation(descriptor.selector) else {
      throw PredicateProblem.error("\(descriptor.selector?.description ?? "") cannot sort a fetch.")
    }
    let text = FetchColumn(named: descriptor.key ?? "self").syntax.description
    guard let key = keys.firstIndex(where: { $0.text == text }) else {
      throw FetchColumn.error(
        "Groups cannot be sorted by \(text), which differs within a group: sort by what propertiesToGroupBy names.")
    }
    order.append((key, descriptor.ascending, collation))
  }

  // MARK: Making

  /// Whether an expression contains an aggregate function over rows.
  private func isOfRows(_ syntax: ExpressionSyntax) throws -> Bool {
    switch syntax {
    case .statistic(_, let argument): return try element(of: argument) != nil
    case .arithmetic(_, let left, let right), .set(_, let left, let right):
      return try isOfRows(left) || isOfRows(right)
    case .conditional(let predicate, let left, let right):
      return try predicate.contains { leaf in
        guard case .comparison(let comparison) = leaf else { return false }
        return (try? isOfRows(comparison.left) || isOfRows(comparison.right)) ?? false
      } || isOfRows(left) || isOfRows(right)
    case .function(_, let argument), .distinct(let argument): return try isOfRows(argument)
    default: return false
    }
  }

  /// The expression that an aggregate function reads from each row. Nil if its argument is a collection of a single
  /// row.
  private func element(of argument: ExpressionSyntax) throws -> (CompiledExpression, isDistinct: Bool)? {
    if case .distinct(let inner) = argument { return try element(of: inner).map { ($0.0, true) } }
    guard case .single(let expression) = try compiler.operand(argument) else { return nil }
    return (expression, false)
  }

  private mutating func rewritten(_ predicate: PredicateSyntax) throws -> PredicateSyntax {
    var copy = self
    let result = try predicate.map { leaf -> PredicateSyntax in
      guard case .comparison(var comparison) = leaf else {
        throw FetchColumn.error("A block cannot be asked about a group.")
      }
      comparison.left = try copy.rewritten(comparison.left, in: "havingPredicate")
      comparison.right = try copy.rewritten(comparison.right, in: "havingPredicate")
      return .leaf(.comparison(comparison))
    }
    self = copy
    return result
  }

  /// Replaces the parts of an expression whose values a group has by variables.
  private mutating func rewritten(_ syntax: ExpressionSyntax, in place: String) throws -> ExpressionSyntax {
    let text = syntax.description
    if let key = keys.firstIndex(where: { $0.text == text }) { return Self.key(key) }
    switch syntax {
    case .constant, .now: return syntax
    case .variable(let name):
      guard let column = named[name] else {
        throw FetchColumn.error("\(place): the variable $\(name) is no expression that is fetched.")
      }
      named[name] = nil
      defer { named[name] = column }
      return try rewritten(column, in: place)
    case .statistic(let function, let argument):
      guard let (element, isDistinct) = try element(of: argument) else { break }
      if let known = aggregates.firstIndex(where: { $0.text == text }) { return Self.aggregate(known) }
      try compiler.check(function, of: element, in: syntax)
      aggregates.append((text, Aggregate(function: function, element: element, isDistinct: isDistinct)))
      return Self.aggregate(aggregates.count - 1)
    case .arithmetic(let operation, let left, let right):
      return .arithmetic(operation, try rewritten(left, in: place), try rewritten(right, in: place))
    case .function(let function, let argument): return .function(function, try rewritten(argument, in: place))
    case .aggregate(let elements): return .aggregate(try elements.map { try rewritten($0, in: place) })
    case .conditional(let predicate, let left, let right):
      return .conditional(
        try rewritten(predicate), try rewritten(left, in: place), try rewritten(right, in: place))
    default: break
    }
    // An unknown name throws a more specific error here.
    _ = try compiler.single(syntax, in: syntax)
    throw FetchColumn.error(
      "\(place): \(text) differs within a group. Name it in propertiesToGroupBy, or use a function such as max:.")
  }

  private static func key(_ index: Int) -> ExpressionSyntax { .variable("\u{1}key\(index)") }

  private static func aggregate(_ index: Int) -> ExpressionSyntax { .variable("\u{1}aggregate\(index)") }

  private func type(of column: ExpressionSyntax, _ model: ModelLayout) -> NSAttributeType {
    guard case .variable(let name) = column else { return .undefinedAttributeType }
    for (index, key) in keys.enumerated() where name == "\u{1}key\(index)" {
      return key.expression.attributeType(model)
    }
    for (index, (_, aggregate)) in aggregates.enumerated() where name == "\u{1}aggregate\(index)" {
      if aggregate.function == .minimum || aggregate.function == .maximum {
        return aggregate.element.attributeType(model)
      }
    }
    return .undefinedAttributeType
  }

  // MARK: Asking

  /// The query by which the store may compute the groups. Nil if an expression to group by is not a path of the rows.
  func query(of rows: RowQuery) -> GroupQuery? {
    let paths = keys.map { $0.expression.pathOfRow }
    guard paths.allSatisfy({ $0 != nil }) else { return nil }
    let functions = aggregates.map { _, aggregate in
      let isRow = if case .object(0, _) = aggregate.element { true } else { false }
      return GroupQuery.Aggregate(
        function: aggregate.function, element: isRow ? nil : aggregate.element, isDistinct: aggregate.isDistinct)
    }
    return GroupQuery(rows: rows, keys: paths.compactMap { $0 }, aggregates: functions)
  }

  /// The groups that satisfy the having predicate, in order.
  func matching(_ groups: [RowGroup]) throws -> [RowGroup] {
    try groups.filter(holds).sorted(by: precedes)
  }

  private func holds(_ group: RowGroup) throws -> Bool {
    guard let having else { return true }
    guard case .constant(let holds) = try compiler.compile(having.substituting(values(of: group))) else {
      throw FetchColumn.error("havingPredicate cannot be asked about a group: \(having).")
    }
    return holds
  }

  /// The value of a column.
  func value(_ column: Int, of group: RowGroup) throws -> Value {
    let syntax = columns[column].substituting(values(of: group))
    guard case .constant(let value) = try compiler.single(syntax, in: syntax) else {
      throw FetchColumn.error("\(syntax) cannot be computed of a group.")
    }
    return value
  }

  private func values(of group: RowGroup) -> [String: Any] {
    var values: [String: Any] = [:]
    for (index, value) in group.keys.enumerated() { values["\u{1}key\(index)"] = ConstantSyntax.value(value) }
    for (index, value) in group.aggregates.enumerated() {
      values["\u{1}aggregate\(index)"] = ConstantSyntax.value(value)
    }
    return values
  }

  private func precedes(_ group: RowGroup, _ other: RowGroup) -> Bool {
    for (key, isAscending, collation) in order {
      let result = group.keys[key].compared(to: other.keys[key], by: collation)
      if result != .orderedSame { return (result == .orderedAscending) == isAscending }
    }
    for (left, right) in zip(group.keys, other.keys) {
      let result = left.compared(to: right)
      if result != .orderedSame { return result == .orderedAscending }
    }
    return false
  }
}
