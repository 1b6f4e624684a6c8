import OrderedRows
import SectionedChanges

/// Converts simultaneous moves of several elements to moves of one element after the other.
///
/// Elements are moved in the order of the new list, each to the place after its predecessor there. So all places of
/// moved elements, old and new, have a fixed order: after the last unmoved element before them come first the new
/// places, in their order, and then the old ones. The index of a place is the number of unmoved elements before it,
/// plus the number of moved elements that are before it at that step.
enum MoveSequence {
  typealias Move = ListSteps.Move<ItemPlace>

  /// A place of a moved element.
  private struct Point {
    let section: Int
    /// The number of unmoved elements before it in its section.
    let gap: Int
    let isOld: Bool
    let item: Int
    /// The index of the move.
    let move: Int

    var order: (Int, Int, Int, Int) { (section, gap, isOld ? 1 : 0, item) }
  }

  /// Returns the moves one after the other.
  ///
  /// - Parameter moves: each moved element once, from its place in the list before to its place in the list after all
  ///   moves.
  /// - Returns: the moves in the order of the targets. A move that changes nothing at its step is left out.
  /// - Complexity: O(moves · log moves).
  static func steps(_ moves: [Move]) -> [Move] {
    if moves.count < 2 { return moves.filter { $0.from != $0.to } }
    let points = (gaps(moves.map(\.from), isOld: true) + gaps(moves.map(\.to), isOld: false)).sorted {
      $0.order < $1.order
    }
    var old = [Int](repeating: 0, count: moves.count)
    var new = old
    var taken = Tally(points.count)
    for (index, point) in points.enumerated() {
      if point.isOld {
        old[point.move] = index
        taken.add(1, at: index)
      } else {
        new[point.move] = index
      }
    }
    func index(of point: Int) -> Int {
      let section = points[point].section
      return points[point].gap + taken.sum(before: point)
        - taken.sum(before: points.partitionPoint { $0.section >= section })
    }
    return moves.indices.sorted { moves[$0].to < moves[$1].to }.compactMap { move in
      let from = ItemPlace(section: moves[move].from.section, item: index(of: old[move]))
      taken.add(-1, at: old[move])
      let to = ItemPlace(section: moves[move].to.section, item: index(of: new[move]))
      taken.add(1, at: new[move])
      return from == to ? nil : Move(from: from, to: to)
    }
  }

  private static func gaps(_ places: [ItemPlace], isOld: Bool) -> [Point] {
    var (section, moved) = (-1, 0)
    return places.indices.sorted { places[$0] < places[$1] }.map { move in
      let place = places[move]
      if place.section != section { (section, moved) = (place.section, 0) }
      defer { moved += 1 }
      return Point(section: section, gap: place.item - moved, isOld: isOld, item: place.item, move: move)
    }
  }
}

/// A Fenwick tree: numbers whose prefix sums are computed in O(log count).
private struct Tally {
  private var sums: [Int]

  init(_ count: Int) { sums = [Int](repeating: 0, count: count + 1) }

  mutating func add(_ number: Int, at index: Int) {
    var node = index + 1
    while node < sums.count {
      sums[node] += number
      node += node & -node
    }
  }

  func sum(before index: Int) -> Int {
    var (node, sum) = (index, 0)
    while node > 0 {
      sum += sums[node]
      node -= node & -node
    }
    return sum
  }
}
