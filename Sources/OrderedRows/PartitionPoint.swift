extension RandomAccessCollection {
  /// The first index whose element meets a condition; the condition must not cease to hold behind the first element
  /// that meets it.
  ///
  /// ```swift
  /// let ends = [3, 3, 8]
  /// ends.partitionPoint { $0 > 4 }  // 2
  /// ```
  ///
  /// In a range of indices, it searches what they stand for: `(0..<count).partitionPoint { row(at: $0) > limit }`.
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
