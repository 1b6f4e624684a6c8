/// A fetch of expressions that are evaluated for each row.
struct ColumnQuery {
  let rows: RowQuery
  let columns: [CompiledExpression]
}
