/// The place of an item in one version of a list: the index of its section, and its index in the section.
///
/// It is a pair of integers, because an `IndexPath` needs an allocation; index paths are created only for views and
/// delegates. Places are sorted by section, then by item. Whether a place is in the *old* or the *new* list depends on
/// the context.
@frozen
public struct ItemPlace: Hashable, Sendable {
  /// The index of the section, from 0.
  public var section: Int
  /// The index of the item in its section, from 0.
  public var item: Int

  /// Creates a place from the two indices.
  @inlinable
  public init(section: Int, item: Int) {
    self.section = section
    self.item = item
  }
}

extension ItemPlace: Comparable {
  /// Compares places by section, then by item.
  @inlinable
  public static func < (lhs: Self, rhs: Self) -> Bool {
    lhs.section == rhs.section ? lhs.item < rhs.item : lhs.section < rhs.section
  }
}

extension ItemPlace: CustomStringConvertible {
  /// The place as text, such as `[2, 0]`, in the form of an index path.
  public var description: String { "[\(section), \(item)]" }
}
