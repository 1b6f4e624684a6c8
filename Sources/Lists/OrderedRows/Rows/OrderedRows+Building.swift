extension OrderedRows {
  /// Creates a list from sorted rows.
  ///
  /// - Parameters:
  ///   - rows: the rows of all sections, one section after the other. Traps if a row occurs twice.
  ///   - sectionCounts: the number of rows in each section, in order. Zero creates an empty section.
  /// - Complexity: O(rows + sections).
  @inlinable
  public init(_ rows: ContiguousArray<Row>, sectionCounts: some Sequence<Int>) {
    do {
      try self.init(checking: rows, sectionCounts: sectionCounts)
    } catch {
      Self.failBecauseTwice((error as? RepeatedRow)?.number ?? 0)
    }
  }

  /// Creates a list from sorted rows that may contain a row twice, because they were read from a file.
  ///
  /// - Parameters:
  ///   - rows: the rows of all sections, one section after the other.
  ///   - sectionCounts: the number of rows in each section, in order. Zero creates an empty section.
  /// - Throws: `RepeatedRow` for the first row that occurs again.
  /// - Complexity: O(rows + sections).
  @inlinable
  public init(checking rows: ContiguousArray<Row>, sectionCounts: some Sequence<Int>) throws {
    self.init()
    leaves.reserveCapacity(rows.count / Self.builtLeaf + 1)
    var start = 0
    for count in sectionCounts {
      let section = appendSection()
      try appendLeaves(of: rows, in: start..<start + count, to: section)
      start += count
    }
    guard start == rows.count else {
      fatalError("The section counts of an ordered list add up to \(start), but there are \(rows.count) rows.")
    }
    numbered = order.count
  }

  @inlinable
  mutating func appendSection() -> Int32 {
    let section = Int32(nodes.count)
    nodes.append(SectionNode())
    positions.append(Int32(order.count))
    order.append(section)
    return section
  }

  @inlinable
  mutating func appendLeaves(of rows: ContiguousArray<Row>, in range: Range<Int>, to section: Int32) throws {
    guard !range.isEmpty else { return }
    var node = SectionNode()
    node.count = Int32(range.count)
    let step = range.count <= Self.maximumLeaf ? range.count : Self.builtLeaf
    var start = range.lowerBound
    while start < range.upperBound {
      let end = min(start + step, range.upperBound)
      let leaf = Int32(leaves.count)
      for index in start..<end {
        guard leafOfRow.set(rows[index].rowNumber, to: leaf) else {
          throw RepeatedRow(number: rows[index].rowNumber)
        }
      }
      var leafRows = ContiguousArray<Row>()
      leafRows.reserveCapacity(min(end - start + Self.builtRoom, Self.maximumLeaf))
      leafRows.append(contentsOf: rows[start..<end])
      leaves.append(RowLeaf(rows: leafRows, section: section, ordinal: Int32(node.leaves.count)))
      node.leaves.append(leaf)
      if range.count > step { node.starts.append(Int32(start - range.lowerBound)) }
      start = end
    }
    nodes[Int(section)] = node
    rowCount += range.count
  }

  @usableFromInline
  static func failBecauseTwice(_ number: Int64) -> Never {
    fatalError("Row \(number) stands in the ordered list already: a list holds each row once.")
  }
}

/// The error for a row that occurs twice.
public struct RepeatedRow: Error {
  /// The number of the row.
  public let number: Int64

  @usableFromInline
  init(number: Int64) {
    self.number = number
  }
}
