import Foundation

/// Translates a move of several items of a section, as SwiftUI reports it, into moves of single items.
enum SingleMoves {
  /// - Parameters:
  ///   - items: the old indices of the moved items.
  ///   - target: the old index of the item before which they are moved.
  ///   - count: the number of items. Greater indices are dropped, and a greater target is the end.
  /// - Returns: the moves in order. `from` is an index of the list after the moves before it; `to` is one of the same
  ///   list without the item.
  static func moves(of items: IndexSet, to target: Int, count: Int) -> [(from: Int, to: Int)] {
    let (items, target) = (items.filter { $0 < count }, max(0, min(target, count)))
    // Items above the target move down, the last one first, so that the remaining ones keep their indices.
    let above = items.filter { $0 < target }.reversed().enumerated().map { (from: $1, to: target - 1 - $0) }
    let below = items.filter { $0 >= target }.enumerated().map { (from: $1, to: target + $0) }
    return (above + below).filter { $0.from != $0.to }
  }
}
