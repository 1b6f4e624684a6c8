/// A small value that stands in a list at most once, identified by a whole number.
///
/// The numbers should be dense, as primary keys are: the list keeps four bytes for each number of a page of 128 in
/// which at least one row stands.
public protocol OrderedRow: Sendable {
  /// The row's identity in its list.
  var rowNumber: Int64 { get }
}

/// The place of a row: the index of its section, and the row's index there.
///
/// It is a type of its own, beside `ItemPlace` of the shown list, so that a place in one list is not used in the other.
public struct RowPlace: Hashable, Comparable, Sendable {
  /// The index of the section in the list.
  public var section: Int
  /// The index of the row in its section.
  public var item: Int

  /// Makes a place from the two indices.
  @inlinable
  public init(section: Int, item: Int) {
    self.section = section
    self.item = item
  }

  /// Whether one place is before another: by section, then by item.
  @inlinable
  public static func < (lhs: Self, rhs: Self) -> Bool {
    lhs.section == rhs.section ? lhs.item < rhs.item : lhs.section < rhs.section
  }
}
