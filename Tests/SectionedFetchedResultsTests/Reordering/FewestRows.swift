/// Finds the fewest rows that a move has to write, by trying all sets of rows.
struct FewestRows {
  let before: [Int?]
  let moved: [Int?]
  let after: [Int?]
  let range: ClosedRange<Int>

  /// Returns the number of written rows, or nil if there are not enough numbers. If the moved rows are written anyway,
  /// they are not counted.
  ///
  /// - Complexity: O(2 to the number of rows).
  func count(areWritten: Bool) -> Int? {
    let rows = before + moved + after
    var best: Int?
    for set in 0..<(1 << rows.count) {
      let count = rows.indices.filter { set >> $0 & 1 == 1 && !(areWritten && isMoved($0)) }.count
      if count < best ?? .max, isOrdered(rows, isWritten: { set >> $0 & 1 == 1 }) { best = count }
    }
    return best
  }

  private func isMoved(_ index: Int) -> Bool { index >= before.count && index < before.count + moved.count }

  /// Returns whether all rows can be in order when the written rows get new numbers. Each of them gets the least number
  /// that is possible.
  private func isOrdered(_ rows: [Int?], isWritten: (Int) -> Bool) -> Bool {
    var last = range.lowerBound - 1
    for (index, row) in rows.enumerated() {
      if isWritten(index) {
        last += 1
        if last > range.upperBound { return false }
        continue
      }
      let number = row ?? range.lowerBound - 1
      // Two rows that were neighbours before, and are not written, keep their numbers, whatever they are.
      let isAsBefore = index > 0 && !isWritten(index - 1) && !isMoved(index) && !isMoved(index - 1)
      if isMoved(index), !range.contains(number) { return false }
      if !isAsBefore, index > 0, number <= last { return false }
      last = max(last, number)
    }
    return true
  }
}
