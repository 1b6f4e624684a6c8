/// A fetch of groups of rows: the values that the rows of each group have in common, and aggregates over its rows.
struct GroupQuery: Sendable {
  struct Aggregate: Sendable {
    let function: AggregateOperator
    /// The expression that is evaluated for each row; nil to count all rows.
    let element: CompiledExpression?
    let isDistinct: Bool

    /// The element's path, if the element is a path from the row.
    var path: CompiledPath? { element?.pathOfRow }
  }

  /// The rows to group, without an order, limit or offset.
  let rows: RowQuery
  let keys: [CompiledPath]
  let aggregates: [Aggregate]
}

/// The values of one group.
struct RowGroup: Sendable {
  let keys: [Value]
  let aggregates: [Value]
}

extension CompiledExpression {
  /// The path from the row itself; nil for anything else.
  var pathOfRow: CompiledPath? {
    if case .path(0, let path) = self { path } else { nil }
  }
}
