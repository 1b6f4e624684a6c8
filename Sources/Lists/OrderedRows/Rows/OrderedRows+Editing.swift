extension OrderedRows {
  /// Inserts a row into a section.
  ///
  /// - Parameters:
  ///   - row: the row. Traps if the list already contains it.
  ///   - item: the row's index in the section after the insertion. Traps if it is greater than the section's count.
  ///   - section: the section.
  /// - Complexity: O(leaf + leaves of the section).
  @inlinable
  public mutating func insert(_ row: Row, at item: Int, in section: SectionID) {
    let node = section.index
    guard item >= 0, item <= Int(nodes[node].count) else {
      fatalError("Index \(item) is not in a section of \(nodes[node].count) rows.")
    }
    guard !contains(row.rowNumber) else { Self.failBecauseTwice(row.rowNumber) }
    if nodes[node].leaves.isEmpty { appendLeaf(to: section) }
    var ordinal = nodes[node].ordinal(ofItem: item)
    var leaf = nodes[node].leaves[ordinal]
    var index = item - nodes[node].start(ofLeaf: ordinal)
    if leaves[Int(leaf)].rows.count == Self.maximumLeaf {
      splitLeaf(ordinal, of: section)
      if index > Self.maximumLeaf / 2 {
        ordinal += 1
        leaf = nodes[node].leaves[ordinal]
        index -= Self.maximumLeaf / 2
      }
    }
    leaves[Int(leaf)].rows.insert(row, at: index)
    leafOfRow.set(row.rowNumber, to: leaf)
    nodes[node].count += 1
    nodes[node].shiftStarts(behind: ordinal, by: 1)
    rowCount += 1
  }

  /// Removes the row with a number.
  ///
  /// - Parameter number: the row's number.
  /// - Returns: the section and the index at which the row was; nil if the list did not contain it.
  /// - Complexity: O(leaf + leaves of the section).
  @inlinable
  @discardableResult
  public mutating func remove(_ number: Int64) -> (section: SectionID, item: Int)? {
    guard let leaf = leafOfRow[number] else { return nil }
    let index = index(of: number, inLeaf: leaf)
    let section = SectionID(Int(leaves[Int(leaf)].section))
    let ordinal = Int(leaves[Int(leaf)].ordinal)
    let item = nodes[section.index].start(ofLeaf: ordinal) + index
    remove(index, ofLeaf: ordinal, in: section)
    return (section, item)
  }

  /// Removes the row at an index of a section.
  ///
  /// - Parameters:
  ///   - item: the row's index in the section. Traps if it is out of bounds.
  ///   - section: the section.
  /// - Returns: the row.
  /// - Complexity: O(leaf + leaves of the section), without searching the leaf.
  @inlinable
  @discardableResult
  public mutating func remove(at item: Int, in section: SectionID) -> Row {
    guard item >= 0, item < Int(nodes[section.index].count) else {
      fatalError("Index \(item) is not in a section of \(nodes[section.index].count) rows.")
    }
    let ordinal = nodes[section.index].ordinal(ofItem: item)
    return remove(item - nodes[section.index].start(ofLeaf: ordinal), ofLeaf: ordinal, in: section)
  }

  @inlinable
  @discardableResult
  mutating func remove(_ index: Int, ofLeaf ordinal: Int, in section: SectionID) -> Row {
    let row = leaves[Int(nodes[section.index].leaves[ordinal])].rows.remove(at: index)
    leafOfRow.remove(row.rowNumber)
    nodes[section.index].count -= 1
    nodes[section.index].shiftStarts(behind: ordinal, by: -1)
    rowCount -= 1
    shrink(ordinal, of: section)
    return row
  }

  /// Replaces a row by a new one at the same place.
  ///
  /// - Parameters:
  ///   - number: the number of a row of the list.
  ///   - row: the new row. Traps if the list contains another row with its number.
  /// - Returns: false if the list does not contain the row to replace.
  /// - Complexity: O(leaf).
  @inlinable
  @discardableResult
  public mutating func replace(_ number: Int64, with row: Row) -> Bool {
    guard let leaf = leafOfRow[number] else { return false }
    let index = index(of: number, inLeaf: leaf)
    if row.rowNumber != number {
      leafOfRow.remove(number)
      guard leafOfRow.set(row.rowNumber, to: leaf) else { Self.failBecauseTwice(row.rowNumber) }
    }
    leaves[Int(leaf)].rows[index] = row
    return true
  }
}
