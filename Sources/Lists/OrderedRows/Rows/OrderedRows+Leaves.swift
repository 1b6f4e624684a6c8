// Creation, splitting and removal of leaves. Each operation changes only the leaves of one section.
extension OrderedRows {
  @inlinable
  mutating func appendLeaf(to section: SectionID) {
    let leaf = makeLeaf([], in: section, ordinal: nodes[section.index].leaves.count)
    nodes[section.index].leaves.append(leaf)
  }

  @inlinable
  mutating func makeLeaf(_ rows: ContiguousArray<Row>, in section: SectionID, ordinal: Int) -> Int32 {
    let leaf = RowLeaf(rows: rows, section: section.raw, ordinal: Int32(ordinal))
    if let free = freeLeaves.popLast() {
      leaves[Int(free)] = leaf
      return free
    }
    leaves.append(leaf)
    return Int32(leaves.count - 1)
  }

  /// Splits a full leaf into two leaves that are half full.
  @inlinable
  mutating func splitLeaf(_ ordinal: Int, of section: SectionID) {
    let left = Int(nodes[section.index].leaves[ordinal])
    let half = Self.maximumLeaf / 2
    let rows = leaves[left].rows
    leaves[left].rows = ContiguousArray(rows[..<half])
    let right = makeLeaf(ContiguousArray(rows[half...]), in: section, ordinal: ordinal + 1)
    for row in leaves[Int(right)].rows { leafOfRow.set(row.rowNumber, to: right) }
    if nodes[section.index].starts.isEmpty { nodes[section.index].starts = [0] }
    nodes[section.index].leaves.insert(right, at: ordinal + 1)
    nodes[section.index].starts.insert(nodes[section.index].starts[ordinal] + Int32(half), at: ordinal + 1)
    numberLeaves(of: section, from: ordinal + 2)
  }

  /// Removes an empty leaf, or merges a small leaf with a neighbour if both together fill at most half a leaf.
  @inlinable
  mutating func shrink(_ ordinal: Int, of section: SectionID) {
    let node = section.index
    let count = leaves[Int(nodes[node].leaves[ordinal])].rows.count
    if count == 0 {
      dropLeaf(ordinal, of: section)
    } else if count < Self.minimumLeaf, nodes[node].leaves.count > 1 {
      let first = ordinal + 1 < nodes[node].leaves.count ? ordinal : ordinal - 1
      let left = nodes[node].leaves[first]
      let right = nodes[node].leaves[first + 1]
      guard leaves[Int(left)].rows.count + leaves[Int(right)].rows.count <= Self.maximumLeaf / 2 else { return }
      for row in leaves[Int(right)].rows { leafOfRow.set(row.rowNumber, to: left) }
      leaves[Int(left)].rows.append(contentsOf: leaves[Int(right)].rows)
      dropLeaf(first + 1, of: section)
    }
  }

  @inlinable
  mutating func dropLeaf(_ ordinal: Int, of section: SectionID) {
    let leaf = nodes[section.index].leaves.remove(at: ordinal)
    if !nodes[section.index].starts.isEmpty { nodes[section.index].starts.remove(at: ordinal) }
    if nodes[section.index].leaves.count < 2 { nodes[section.index].starts = [] }
    leaves[Int(leaf)].rows = []
    freeLeaves.append(leaf)
    numberLeaves(of: section, from: ordinal)
  }

  @inlinable
  mutating func numberLeaves(of section: SectionID, from ordinal: Int) {
    var index = ordinal
    while index < nodes[section.index].leaves.count {
      leaves[Int(nodes[section.index].leaves[index])].ordinal = Int32(index)
      index += 1
    }
  }
}
