/// The place of an item in one version of a list: a section's index and the item's index in it.
///
/// It is a pair of integers, because an `IndexPath` costs an allocation; index paths are made only for views and
/// delegates. Places order by section, then by item. Whether a place is in the *old* or the *new* list depends on what
/// holds it.
@frozen
public struct ItemPlace: Hashable, Sendable {
  /// Zero-based index of the section.
  public var section: Int
  /// Zero-based index of the item in its section.
  public var item: Int

  /// Makes a place from the two indices.
  @inlinable
  public init(section: Int, item: Int) {
    self.section = section
    self.item = item
  }
}

extension ItemPlace: Comparable {
  /// Whether one place is before another: by section, then by item.
  @inlinable
  public static func < (lhs: Self, rhs: Self) -> Bool {
    lhs.section == rhs.section ? lhs.item < rhs.item : lhs.section < rhs.section
  }
}

extension ItemPlace: CustomStringConvertible {
  /// `[2, 0]`: section, then item, as an index path prints.
  public var description: String { "[\(section), \(item)]" }
}
