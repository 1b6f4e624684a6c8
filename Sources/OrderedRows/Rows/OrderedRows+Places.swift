extension OrderedRows {
  /// Whether a row with the number is in the list.
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
  /// - Returns: the section and the index in it, or nil when the row is not in the list.
  /// - Complexity: O(leaf).
  @inlinable
  public func location(of number: Int64) -> (section: SectionID, item: Int)? {
    guard let leaf = leafOfRow[number] else { return nil }
    let index = index(of: number, inLeaf: leaf)
    let section = Int(leaves[Int(leaf)].section)
    return (SectionID(section), nodes[section].start(ofLeaf: Int(leaves[Int(leaf)].ordinal)) + index)
  }

  /// The place of a row, or nil when the row is not in the list.
  ///
  /// - Complexity: O(leaf); once after sections came, went or moved, O(sections).
  @inlinable
  public mutating func place(of number: Int64) -> RowPlace? {
    guard let location = location(of: number) else { return nil }
    return RowPlace(section: index(of: location.section), item: location.item)
  }

  /// The runs of a section's rows, in order, for walking at array speed.
  ///
  /// - Complexity: O(1), and O(1) for each run that is read.
  @inlinable
  public func runs(of section: SectionID) -> some Sequence<ContiguousArray<Row>> {
    nodes[section.index].leaves.lazy.map { leaves[Int($0)].rows }
  }

  /// Calls a body with the runs of a section's rows, in order, without a copy of the list.
  ///
  /// - Complexity: O(leaves of the section), and what the body costs.
  /// - Throws: what the body throws; no more runs are handed over then.
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
      // The page table is set and cleared together with the leaf.
      fatalError("Row \(number) is not in the leaf that the page table names: the ordered list is damaged.")
    }
    return index
  }
}
