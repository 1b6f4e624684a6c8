/// A fetch that asks for what is computed of each row.
struct ColumnQuery {
  let rows: RowQuery
  let columns: [CompiledExpression]
}
