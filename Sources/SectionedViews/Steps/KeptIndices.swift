import OrderedRows

/// The new indices of the elements that stay where they are, while other elements leave a list and come into it.
struct KeptIndices {
  /// The old indices of those that leave, ascending.
  let left: [Int]
  /// The new indices of those that come, ascending.
  let came: [Int]

  /// The new index of an element that stays.
  ///
  /// - Complexity: O(log changes).
  func new(ofOld old: Int) -> Int {
    let kept = old - left.partitionPoint { $0 >= old }
    // Before the new index there are as many that came as have at most `kept` elements that stay before them.
    let before = came.indices.partitionPoint { came[$0] - $0 > kept }
    return kept + before
  }
}
