import Foundation

/// Moves of several items of a section at once, as SwiftUI names them, as moves of one item after the other.
enum SingleMoves {
  /// - Parameters:
  ///   - items: the indices of the items before.
  ///   - target: the index before of the item that they stand before then.
  ///   - count: how many items there are. Indices beyond are dropped, and a target beyond is the end.
  /// - Returns: moves to make in order, each of the list that the moves before it left, to an index of the list without
  ///   the item.
  static func moves(of items: IndexSet, to target: Int, count: Int) -> [(from: Int, to: Int)] {
    let (items, target) = (items.filter { $0 < count }, max(0, min(target, count)))
    // Items above the target move down, the last one first, so that the remaining ones keep their indices.
    let above = items.filter { $0 < target }.reversed().enumerated().map { (from: $1, to: target - 1 - $0) }
    let below = items.filter { $0 >= target }.enumerated().map { (from: $1, to: target + $0) }
    return (above + below).filter { $0.from != $0.to }
  }
}
