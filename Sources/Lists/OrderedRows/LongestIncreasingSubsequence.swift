/// The weight of an element in an increasing subsequence. It has two components, which are added separately and
/// compared lexicographically.
public struct SubsequenceWeight: Hashable, Sendable, Comparable {
  /// The component that is compared first.
  public var first: Int
  /// The component that is compared if ``first`` is equal. It must be greater than zero for every element.
  public var second: Int

  /// Creates a weight from its components.
  public init(_ first: Int, _ second: Int) {
    self.first = first
    self.second = second
  }

  /// Compares the first components, then the second ones.
  public static func < (lhs: Self, rhs: Self) -> Bool {
    lhs.first == rhs.first ? lhs.second < rhs.second : lhs.first < rhs.first
  }

  static func + (lhs: Self, rhs: Self) -> Self { Self(lhs.first + rhs.first, lhs.second + rhs.second) }
  static func - (lhs: Self, rhs: Self) -> Self { Self(lhs.first - rhs.first, lhs.second - rhs.second) }
}

/// Finds the heaviest increasing subsequence. If there are several, it returns the one whose values are
/// lexicographically smallest, so the result is unique.
///
/// From right to left, it computes for each position the weight of the heaviest increasing subsequence that *begins*
/// there, with a Fenwick tree of maxima indexed by value (Fredman 1975 with weights). Then it goes through the values
/// in ascending order. It takes a value if the heaviest subsequence that begins there has exactly the weight that is
/// still missing. So each taken value is the smallest that a heaviest subsequence can have at its position.
/// - Parameters:
///   - values: a permutation of `0..<values.count`.
///   - weights: a weight for each position, with a positive ``SubsequenceWeight/second``. Traps if their number differs
///     from that of the values.
/// - Returns: whether the subsequence contains the value, for each position.
/// - Complexity: O(n) if the values ascend already, O(n log n) otherwise.
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

/// A Fenwick tree of maxima over values from 1 up.
private struct MaximumTree {
  private var nodes: [SubsequenceWeight]

  init(count: Int) {
    nodes = Array(repeating: SubsequenceWeight(0, 0), count: count + 1)
  }

  /// The greatest weight of all values above `value`; zero if there are none.
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
