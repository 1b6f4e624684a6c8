extension OrderedRows {
  /// The section at an index, which must exist.
  ///
  /// - Complexity: O(1).
  @inlinable
  public func section(at index: Int) -> SectionID { SectionID(Int(order[index])) }

  /// The number of rows in a section.
  ///
  /// - Complexity: O(1).
  @inlinable
  public func count(of section: SectionID) -> Int { Int(nodes[section.index].count) }

  /// The index of a section.
  ///
  /// - Complexity: O(1). The first call after sections were inserted, removed or moved takes O(sections after the first
  ///   of these).
  @inlinable
  public mutating func index(of section: SectionID) -> Int {
    let position = Int(positions[section.index])
    if position < numbered { return position }
    while numbered < order.count {
      positions[Int(order[numbered])] = Int32(numbered)
      numbered += 1
    }
    return Int(positions[section.index])
  }

  /// Inserts an empty section.
  ///
  /// - Parameter index: the section's index after the insertion, at most `sectionCount`.
  /// - Returns: the section's ID. It may be the former ID of a removed section.
  /// - Complexity: O(sections), to move integers.
  @inlinable
  public mutating func insertSection(at index: Int) -> SectionID {
    let section: Int32
    if let free = freeSections.popLast() {
      section = free
    } else {
      section = Int32(nodes.count)
      nodes.append(SectionNode())
      positions.append(0)
    }
    order.insert(section, at: index)
    // Sections from `numbered` on must have a position of at least `numbered`, see `index(of:)`.
    positions[Int(section)] = Int32.max
    numbered = min(numbered, index)
    return SectionID(Int(section))
  }

  /// Removes an empty section.
  ///
  /// - Parameter section: a section of the list. Traps if it has rows.
  /// - Complexity: O(sections), to move integers.
  @inlinable
  public mutating func removeSection(_ section: SectionID) {
    guard nodes[section.index].count == 0 else {
      fatalError("Only an empty section can be removed; this one has \(nodes[section.index].count) rows.")
    }
    let index = index(of: section)
    order.remove(at: index)
    freeSections.append(section.raw)
    numbered = min(numbered, index)
  }

  /// Moves a section with its rows.
  ///
  /// - Parameters:
  ///   - section: the section.
  ///   - index: the section's index in the new list.
  /// - Complexity: O(sections), to move integers.
  @inlinable
  public mutating func moveSection(_ section: SectionID, to index: Int) {
    let old = self.index(of: section)
    order.remove(at: old)
    order.insert(section.raw, at: index)
    numbered = min(numbered, old, index)
  }
}
