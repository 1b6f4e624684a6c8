/// How an index orders one of its elements.
public enum NSFetchIndexElementType: UInt, Sendable {
  /// By the value itself.
  case binary = 0
  /// By a range of a numeric value, in an R-tree.
  case rTree = 1
}
