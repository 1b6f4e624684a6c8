/// A place in the inner list: the index of a group and of a row in it.
package struct GroupPlace: Hashable, Comparable, Sendable {
  package var group: Int
  package var row: Int

  package init(group: Int, row: Int) {
    self.group = group
    self.row = row
  }

  package static func < (lhs: Self, rhs: Self) -> Bool {
    lhs.group == rhs.group ? lhs.row < rhs.row : lhs.group < rhs.group
  }
}
