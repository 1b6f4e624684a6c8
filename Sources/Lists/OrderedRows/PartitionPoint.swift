extension RandomAccessCollection {
  /// Returns the first index whose element satisfies a condition. All later elements must satisfy the condition, too.
  ///
  /// ```swift
  /// let ends = [3, 3, 8]
  /// ends.partitionPoint { $0 > 4 }  // 2
  /// ```
  ///
  /// On a range of indices, it can search the elements of any list:
  /// `(0..<count).partitionPoint { row(at: $0) > limit }`.
  ///
  /// - Parameter condition: called O(log count) times.
  /// - Returns: the index; the end index if no element satisfies the condition.
  /// - Complexity: O(log count).
  /// - Throws: any error that the condition throws.
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
