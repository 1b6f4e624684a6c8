/// A function of the values of a list's items. Items without a value are left out, and without any value the result is
/// nil, except that of a count.
public enum AggregateFunction: String, Hashable, Sendable {
  /// The number of the values.
  case count
  /// The sum of the numbers.
  case sum
  /// The least value.
  case min
  /// The greatest value.
  case max
  /// The sum of the numbers divided by their number: a decimal for decimals, otherwise a floating-point number.
  case average = "avg"
}
