/// A small value that stands in a list at most once, identified by a whole number.
///
/// The numbers should be dense, as primary keys are: the list keeps four bytes for each number of a page of 128 in
/// which at least one row stands.
public protocol OrderedRow: Sendable {
  /// The row's identity in its list.
  var rowNumber: Int64 { get }
}
