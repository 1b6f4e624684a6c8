/// The weight of an element in an increasing subsequence: two sums, of which the second decides when the first are
/// equal.
public struct SubsequenceWeight: Hashable, Sendable, Comparable {
  /// Compared first.
  public var first: Int
  /// Compared when ``first`` is equal. Greater than zero for every element.
  public var second: Int

  /// Makes a weight of its two sums.
  public init(_ first: Int, _ second: Int) {
    self.first = first
    self.second = second
  }

  /// Compares the first sums, then the second ones.
  public static func < (lhs: Self, rhs: Self) -> Bool {
    lhs.first == rhs.first ? lhs.second < rhs.second : lhs.first < rhs.first
  }

  static func + (lhs: Self, rhs: Self) -> Self { Self(lhs.first + rhs.first, lhs.second + rhs.second) }
  static func - (lhs: Self, rhs: Self) -> Self { Self(lhs.first - rhs.first, lhs.second - rhs.second) }
}

/// Finds the heaviest increasing subsequence; of several, the one whose ascending list of values is smallest in
/// lexicographic order. The answer is unique.
///
/// For each position the heaviest increasing subsequence that *begins* there is found from right to left, over a
/// Fenwick tree of maxima indexed by value (Fredman 1975 with weights). The values are then offered in ascending
/// order, and one is taken when the best beginning there is exactly the weight still missing: so each taken value is
/// the smallest that any heaviest subsequence can have at its position.
///
/// - Parameters:
///   - values: a permutation of `0..<values.count`.
///   - weights: one for each position, each with a positive ``SubsequenceWeight/second``. Traps when there are more or
///     fewer.
/// - Returns: for each position whether its value belongs to the subsequence.
/// - Complexity: O(n) when the values ascend already, O(n log n) otherwise.
public func heaviestIncreasingSubsequence(of values: [Int], weights: [SubsequenceWeight]) -> [Bool] {
  let count = values.count
  guard weights.count == count else {
    fatalError("heaviestIncreasingSubsequence needs one weight a value: got \(weights.count) for \(count).")
  }
  var ascends = true
  var position = 1
  while position < count {
    if values[position - 1] > values[position] {
      ascends = false
      break
    }
    position += 1
  }
  if ascends { return Array(repeating: true, count: count) }

  var positions = Array(repeating: 0, count: count)
  var best = weights
  var tree = MaximumTree(count: count)
  position = count - 1
  while position >= 0 {
    let value = values[position]
    positions[value] = position
    best[position] = weights[position] + tree.maximum(ofGreaterThan: value)
    tree.raise(value, to: best[position])
    position -= 1
  }

  var kept = Array(repeating: false, count: count)
  var missing = tree.maximum(ofGreaterThan: -1)
  var last = -1
  for position in positions where position > last && best[position] == missing {
    kept[position] = true
    missing = missing - weights[position]
    last = position
  }
  return kept
}

/// A Fenwick tree of maxima over the values from one upwards.
private struct MaximumTree {
  private var nodes: [SubsequenceWeight]

  init(count: Int) {
    nodes = Array(repeating: SubsequenceWeight(0, 0), count: count + 1)
  }

  /// The greatest weight at any value above `value`; zero when there is none.
  func maximum(ofGreaterThan value: Int) -> SubsequenceWeight {
    var node = nodes.count - 2 - value
    var result = SubsequenceWeight(0, 0)
    while node > 0 {
      if result < nodes[node] { result = nodes[node] }
      node &= node - 1
    }
    return result
  }

  mutating func raise(_ value: Int, to weight: SubsequenceWeight) {
    var node = nodes.count - 1 - value
    while node < nodes.count {
      if nodes[node] < weight { nodes[node] = weight }
      node += node & -node
    }
  }
}
