import OrderedRows

extension Placing {
  /// The index at which to insert an object in a list without sections. Values that the search reads are added to the
  /// search cache.
  func indexInSearchCache(
    of position: SortPosition, in section: SectionID, range: Range<Int>, guess: Int?, of list: ResultsList
  ) throws -> Int {
    let known = firstKnown(behind: position)
    let range = try rows(before: known, in: range, of: list)
    if range.isEmpty { return range.lowerBound }
    let (index, read) = try source.searching(from: 0) { values in
      var read: [(item: Int, key: RowKey, values: [Value])] = []
      let index = try Self.partitionPoint(range, guess: guess) { item in
        let other = list.rows.row(item, in: section)
        guard let found = try values(other) else { throw UnsoundList() }
        if source.keepsValues(of: other) { read.append((item, other, found)) }
        return precedes(position, other, from: 0, found)
      }
      return (index, read)
    }
    searchCache?.add(read.sorted { $0.item < $1.item }.map { ($0.key, $0.values) }, at: known)
    return index
  }

  /// The index in the cache of the first row that an object precedes, or the number of cached rows if there is none.
  private func firstKnown(behind position: SortPosition) -> Int {
    guard let searchCache else { return 0 }
    return (0..<searchCache.count).partitionPoint {
      precedes(position, searchCache.keys[$0], from: 0, searchCache.values[$0])
    }
  }

  /// The part of a range between a cached row and the cached row before it.
  private func rows(before known: Int, in range: Range<Int>, of list: ResultsList) throws -> Range<Int> {
    guard let searchCache else { return range }
    func item(_ known: Int) throws -> Int {
      guard let location = list.rows.location(of: searchCache.keys[known].primaryKey) else { throw UnsoundList() }
      return location.item
    }
    let low = try known == 0 ? range.lowerBound : max(range.lowerBound, item(known - 1) + 1)
    let high = try known == searchCache.count ? range.upperBound : min(range.upperBound, item(known))
    // The rows in the cache are not in the list's order any more, because another save has changed values that were
    // read.
    guard low <= high else { throw UnsoundList() }
    return low..<high
  }
}
