extension OrderedRows {
  /// Whether the list contains a row with the number.
  ///
  /// - Complexity: O(1).
  @inlinable
  public func contains(_ number: Int64) -> Bool { leafOfRow[number] != nil }

  /// The row at a place, which must exist.
  ///
  /// - Complexity: O(log leaves of the section).
  @inlinable
  public subscript(place: RowPlace) -> Row { row(place.item, in: section(at: place.section)) }

  /// A row of a section.
  ///
  /// - Parameters:
  ///   - item: the row's index in the section, which must exist.
  ///   - section: the section.
  /// - Complexity: O(log leaves of the section).
  @inlinable
  public func row(_ item: Int, in section: SectionID) -> Row {
    let ordinal = nodes[section.index].ordinal(ofItem: item)
    let leaf = Int(nodes[section.index].leaves[ordinal])
    return leaves[leaf].rows[item - nodes[section.index].start(ofLeaf: ordinal)]
  }

  /// Returns the location of a row.
  ///
  /// - Parameter number: the row's number.
  /// - Returns: the section and the index in it; nil if the list does not contain the row.
  /// - Complexity: O(leaf).
  @inlinable
  public func location(of number: Int64) -> (section: SectionID, item: Int)? {
    guard let leaf = leafOfRow[number] else { return nil }
    let index = index(of: number, inLeaf: leaf)
    let section = Int(leaves[Int(leaf)].section)
    return (SectionID(section), nodes[section].start(ofLeaf: Int(leaves[Int(leaf)].ordinal)) + index)
  }

  /// The place of a row; nil if the list does not contain it.
  ///
  /// - Complexity: O(leaf). The first call after sections were inserted, removed or moved also takes O(sections).
  @inlinable
  public mutating func place(of number: Int64) -> RowPlace? {
    guard let location = location(of: number) else { return nil }
    return RowPlace(section: index(of: location.section), item: location.item)
  }

  /// The rows of a section as contiguous arrays, in order, for fast iteration.
  ///
  /// - Complexity: O(1), and O(1) for each array.
  @inlinable
  public func runs(of section: SectionID) -> some Sequence<ContiguousArray<Row>> {
    nodes[section.index].leaves.lazy.map { leaves[Int($0)].rows }
  }

  /// Calls a closure with the contiguous arrays of a section's rows, in order, without copying the list.
  ///
  /// - Complexity: O(leaves of the section), and the closure's own cost.
  /// - Throws: any error that the closure throws. The iteration then stops.
  @inlinable
  public func forEachRun(of section: SectionID, _ body: (ContiguousArray<Row>) throws -> Void) rethrows {
    for leaf in nodes[section.index].leaves { try body(leaves[Int(leaf)].rows) }
  }

  /// All rows in the order of the list.
  ///
  /// - Complexity: O(rows).
  @inlinable
  public var rows: ContiguousArray<Row> {
    var result: ContiguousArray<Row> = []
    result.reserveCapacity(count)
    for section in order {
      for leaf in nodes[Int(section)].leaves { result.append(contentsOf: leaves[Int(leaf)].rows) }
    }
    return result
  }

  @inlinable
  func index(of number: Int64, inLeaf leaf: Int32) -> Int {
    guard let index = leaves[Int(leaf)].rows.firstIndex(where: { $0.rowNumber == number }) else {
      // The page table is updated together with the leaf, so this cannot happen.
      fatalError("Row \(number) is not in the leaf that the page table names: the ordered list is damaged.")
    }
    return index
  }
}
