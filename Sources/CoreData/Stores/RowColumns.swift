/// A fetch of expressions that are evaluated for each row.
package struct ColumnQuery {
  let rows: RowQuery
  let columns: [CompiledExpression]
}
