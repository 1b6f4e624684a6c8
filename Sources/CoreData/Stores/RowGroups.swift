/// A fetch that asks for groups of rows: what the rows of each have in common, and what is computed of them.
struct GroupQuery: Sendable {
  struct Aggregate: Sendable {
    let function: AggregateOperator
    /// What is read of each row; nil to count all rows.
    let element: CompiledExpression?
    let isDistinct: Bool

    /// The element where it is what a path leads to.
    var path: CompiledPath? { element?.pathOfRow }
  }

  /// Which rows there are; neither ordered nor cut out.
  let rows: RowQuery
  let keys: [CompiledPath]
  let aggregates: [Aggregate]
}

/// What one group has.
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
