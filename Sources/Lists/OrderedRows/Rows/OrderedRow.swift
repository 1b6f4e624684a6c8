/// A small value that a list contains at most once, identified by an integer.
///
/// The numbers should be dense, as primary keys usually are. The list has a page of 512 bytes for each range of 128
/// numbers from which it contains at least one row.
public protocol OrderedRow: Sendable {
  /// The number that identifies the row in its list.
  var rowNumber: Int64 { get }
}

/// The place of a row: the index of its section, and its index in the section.
///
/// This type differs from `ItemPlace` of the shown list, so that a place in one list cannot be used for the other.
public struct RowPlace: Hashable, Comparable, Sendable {
  /// The index of the section in the list.
  public var section: Int
  /// The index of the row in its section.
  public var item: Int

  /// Creates a place from the two indices.
  @inlinable
  public init(section: Int, item: Int) {
    self.section = section
    self.item = item
  }

  /// Compares places by section, then by item.
  @inlinable
  public static func < (lhs: Self, rhs: Self) -> Bool {
    lhs.section == rhs.section ? lhs.item < rhs.item : lhs.section < rhs.section
  }
}
