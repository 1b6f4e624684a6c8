import OrderedRows

extension Placing {
  /// The index before which an object belongs in a list without sections, and signposts where it was searched.
  func indexAmongSignposts(
    of standing: Standing, in section: SectionID, range: Range<Int>, guess: Int?, of list: ResultsList
  ) throws -> Int {
    let post = firstSignpost(behind: standing)
    let range = try rows(before: post, in: range, of: list)
    if range.isEmpty { return range.lowerBound }
    let (index, read) = try source.searching(from: 0) { values in
      var read: [(item: Int, key: RowKey, values: [Value])] = []
      let index = try Self.halving(range, guess: guess) { item in
        let other = list.rows.row(item, in: section)
        guard let found = try values(other) else { throw UnsoundList() }
        if source.keepsValues(of: other) { read.append((item, other, found)) }
        return precedes(standing, other, from: 0, found)
      }
      return (index, read)
    }
    signposts?.add(read.sorted { $0.item < $1.item }.map { ($0.key, $0.values) }, at: post)
    return index
  }

  /// The first signpost that an object comes before, or their number.
  private func firstSignpost(behind standing: Standing) -> Int {
    guard let signposts else { return 0 }
    return Self.halving(0..<signposts.count, guess: nil) {
      precedes(standing, signposts.keys[$0], from: 0, signposts.values[$0])
    }
  }

  /// The indices of a range that lie between a signpost and the one before it.
  private func rows(before post: Int, in range: Range<Int>, of list: ResultsList) throws -> Range<Int> {
    guard let signposts else { return range }
    func item(_ post: Int) throws -> Int {
      guard let location = list.rows.location(of: signposts.keys[post].primaryKey) else { throw UnsoundList() }
      return location.item
    }
    let low = try post == 0 ? range.lowerBound : max(range.lowerBound, item(post - 1) + 1)
    let high = try post == signposts.count ? range.upperBound : min(range.upperBound, item(post))
    // What was placed before this one came to stand behind it: somebody has changed what was read.
    guard low <= high else { throw UnsoundList() }
    return low..<high
  }
}
