/// The fewest rows that a move has to write, found by trying all sets of rows.
struct FewestRows {
  let before: [Int?]
  let moved: [Int?]
  let after: [Int?]
  let range: ClosedRange<Int>

  /// The number of written rows; nil when there are not enough numbers. Moved rows are not counted where they are
  /// written anyway.
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

  /// Whether written rows can have numbers so that they, and all moved rows, are in order. Each is given the least.
  private func isOrdered(_ rows: [Int?], isWritten: (Int) -> Bool) -> Bool {
    var last = range.lowerBound - 1
    for (index, row) in rows.enumerated() {
      if isWritten(index) {
        last += 1
        if last > range.upperBound { return false }
        continue
      }
      let number = row ?? range.lowerBound - 1
      // Neighbours that were neighbours stay as they are.
      let isAsBefore = index > 0 && !isWritten(index - 1) && !isMoved(index) && !isMoved(index - 1)
      if isMoved(index), !range.contains(number) { return false }
      if !isAsBefore, index > 0, number <= last { return false }
      last = max(last, number)
    }
    return true
  }
}
