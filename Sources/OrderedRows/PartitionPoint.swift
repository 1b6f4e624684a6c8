extension RandomAccessCollection {
  /// Returns the first index whose element meets a condition. Every element behind it must meet the condition, too.
  ///
  /// ```swift
  /// let ends = [3, 3, 8]
  /// ends.partitionPoint { $0 > 4 }  // 2
  /// ```
  ///
  /// Called on a range of indices, it searches the elements at them:
  /// `(0..<count).partitionPoint { row(at: $0) > limit }`.
  ///
  /// - Parameter condition: asked O(log count) times.
  /// - Returns: an index of the collection; its end index when no element meets the condition.
  /// - Complexity: O(log count).
  /// - Throws: what the condition throws.
  @inlinable
  public func partitionPoint(where condition: (Element) throws -> Bool) rethrows -> Index {
    var low = startIndex
    var left = count
    while left > 0 {
      let half = left / 2
      let middle = index(low, offsetBy: half)
      if try condition(self[middle]) {
        left = half
      } else {
        low = index(after: middle)
        left -= half + 1
      }
    }
    return low
  }
}
