/// The facts of a row that a view shows, in addition to its node and its depth.
struct RowState: Hashable, Sendable {
  var numberOfChildren: Int32 = 0
  var isExpanded = false
  var isMatch = true
}
