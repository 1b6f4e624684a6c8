/// The place of a row: the index of its section, and the row's index there.
package struct RowPlace: Hashable, Comparable, Sendable {
  package var section: Int
  package var item: Int

  @inlinable
  package init(section: Int, item: Int) {
    self.section = section
    self.item = item
  }

  @inlinable
  package static func < (lhs: Self, rhs: Self) -> Bool {
    lhs.section == rhs.section ? lhs.item < rhs.item : lhs.section < rhs.section
  }
}
