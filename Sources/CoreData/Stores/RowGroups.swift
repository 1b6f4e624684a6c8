/// A fetch of groups of rows: the values that the rows of each group have in common, and aggregates over its rows.
package struct GroupQuery: Sendable {
  package struct Aggregate: Sendable {
    package let function: AggregateOperator
    /// The expression that is evaluated for each row; nil to count all rows.
    package let element: CompiledExpression?
    package let isDistinct: Bool

    /// The element's path, if the element is a path from the row.
    package var path: CompiledPath? { element?.pathOfRow }
  }

  /// The rows to group, without an order, limit or offset.
  package let rows: RowQuery
  package let keys: [CompiledPath]
  package let aggregates: [Aggregate]
}

/// The values of one group.
package struct RowGroup: Sendable {
  package let keys: [Value]
  package let aggregates: [Value]

  package init(keys: [Value], aggregates: [Value]) {
    self.keys = keys
    self.aggregates = aggregates
  }
}

extension CompiledExpression {
  /// The path from the row itself; nil for anything else.
  var pathOfRow: CompiledPath? {
    if case .path(0, let path) = self { path } else { nil }
  }
}
