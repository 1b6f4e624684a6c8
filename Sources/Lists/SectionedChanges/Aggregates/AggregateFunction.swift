/// A function of the values of a list's items. Items without a value are ignored. If no item has a value, the result is
/// nil, except that a count is 0.
public enum AggregateFunction: String, Hashable, Sendable {
  /// The number of values.
  case count
  /// The sum of the numbers.
  case sum
  /// The smallest value.
  case min
  /// The greatest value.
  case max
  /// The average of the numbers: a decimal for decimals, otherwise a floating-point number.
  case average = "avg"
}
