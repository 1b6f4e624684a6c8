/// A fetch of groups of rows: the values that the rows of each group share, and aggregates over the rows.
package struct GroupQuery: Sendable {
  package struct Aggregate: Sendable {
    package let function: AggregateOperator
    /// The expression to evaluate for each row; nil counts the rows.
    package let element: CompiledExpression?
    package let isDistinct: Bool

    /// The element's key path; nil if the element is another kind of expression.
    package var path: CompiledPath? { element?.pathOfRow }
  }

  /// The rows to group. The query has no order, limit or offset.
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
  /// The key path, if the expression is one that starts at the row; otherwise nil.
  var pathOfRow: CompiledPath? {
    if case .path(0, let path) = self { path } else { nil }
  }
}
