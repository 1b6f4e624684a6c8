import OrderedRows

/// The new positions of rows that are moved to one place of a list. The plan writes the fewest rows.
///
/// The moved rows and all written rows have distinct positions in the order of the list. Other rows keep their
/// positions, even if they share one or have none. If there is room between the two neighbours, only the moved rows are
/// written. Otherwise as many of the nearest rows before and after them are written, too, as necessary.
package struct PositionPlan: Equatable {
  /// A row beside the moved ones.
  package enum Neighbour: Equatable {
    /// A row with its position; nil if it has none.
    case row(Int?)
    /// There is no further row.
    case end
  }

  /// The new positions of the rows before the moved ones, the nearest first.
  package var before: [Int] = []
  /// The new positions of the moved rows; nil for a row that keeps its position.
  package var moved: [Int?] = []
  /// The new positions of the rows after the moved ones, the nearest first.
  package var after: [Int] = []

  /// The number of rows that are written for their positions.
  package var writtenCount: Int { before.count + moved.filter { $0 != nil }.count + after.count }

  /// Makes the plan; nil if the scale has fewer numbers than the list has rows.
  ///
  /// - Parameters:
  ///   - moved: the present positions of the moved rows, in their new order.
  ///   - areWritten: whether the moved rows are written anyway, so that new positions for them cost nothing.
  ///   - before: returns a row before the moved ones; 0 is the nearest. A row without a position sorts before all
  ///     positions.
  ///   - after: returns a row after the moved ones; 0 is the nearest.
  ///   - scale: the possible positions, in the order of the list.
  /// - Complexity: O(written rows · log written rows + moved²), and as many calls of `before` and `after`.
  package init?(
    moving moved: [Int?], areWritten: Bool, before: (Int) -> Neighbour, after: (Int) -> Neighbour,
    on scale: PositionScale
  ) {
    guard !moved.isEmpty else { return }
    var search = Search(moved, scale)
    guard let best = search.best(keeping: !areWritten, before: before, after: after) else { return nil }
    fill(best, search, moved, scale)
  }

  /// Assigns positions to the rows between those that keep theirs.
  private mutating func fill(_ best: Solution, _ search: Search, _ moved: [Int?], _ scale: PositionScale) {
    let count = best.before + moved.count + best.after
    var fixed = best.kept.compactMap { kept in moved[kept].map { (index: best.before + kept, position: $0) } }
    var numbers: [Int] = []
    var low = search.before.position(best.before)
    fixed.append((index: count, position: 0))
    for (index, position) in fixed {
      let high = index == count ? search.after.position(best.after) : position
      numbers += scale.numbers(index - numbers.count, above: low, below: high)
      if index < count { numbers.append(position) }
      low = position
    }
    before = numbers[..<best.before].reversed()
    after = Array(numbers[(best.before + moved.count)...])
    self.moved = numbers[best.before..<(best.before + moved.count)].map { $0 }
    for kept in best.kept { self.moved[kept] = nil }
  }
}

extension PositionPlan {
  /// The numbers of rows to write on both sides, and the indices of the moved rows that keep their positions.
  private struct Solution {
    var before: Int
    var after: Int
    var kept: [Int] = []

    func cost(moving count: Int) -> Int { before + after + count - kept.count }
  }

  /// The rows before or after the moved ones, as far as they were read.
  private struct Side {
    /// By the number of written rows on this side: the position of the next row, which is not written; nil if it has
    /// none or there is no row.
    private var positions: [Int?] = []
    /// By the number of written rows on this side: the limit of the positions beside the moved rows, after the written
    /// rows have taken theirs. Each entry is the best limit for this number or any smaller one.
    private(set) var limits: [Int] = []
    private(set) var isComplete = false
    private let isBefore: Bool
    private let range: ClosedRange<Int>

    init(isBefore: Bool, _ range: ClosedRange<Int>) {
      self.isBefore = isBefore
      self.range = range
    }

    func position(_ written: Int) -> Int? { positions[written] }

    mutating func read(to width: Int, _ neighbour: (Int) -> Neighbour) {
      while !isComplete, limits.count <= width {
        let written = limits.count
        var position: Int?
        var bound = isBefore ? range.lowerBound : range.upperBound
        switch neighbour(written) {
        case .end: isComplete = true
        case .row(let own?):
          position = own
          // A position outside the scale either sets no limit or leaves no room.
          bound =
            isBefore
            ? max(range.lowerBound, own > range.upperBound ? range.upperBound + 1 : own + 1)
            : min(range.upperBound, own < range.lowerBound ? range.lowerBound - 1 : own - 1)
        case .row(nil): if !isBefore { bound = range.lowerBound - 1 }
        }
        positions.append(position)
        // Limits are sums and not differences of two positions, because a difference may overflow.
        let limit = isBefore ? bound + written : bound - written
        limits.append(limits.last.map { isBefore ? min($0, limit) : max($0, limit) } ?? limit)
      }
    }

    /// The least number of rows to write on this side so that a position is within the limit; nil if more rows must be
    /// read.
    func written(for position: Int) -> Int? {
      let index = limits.partitionPoint { isBefore ? $0 <= position : $0 >= position }
      return index < limits.count ? index : nil
    }
  }

  /// The search for the fewest rows to write.
  private struct Search {
    private(set) var before: Side
    private(set) var after: Side
    private let moved: [Int?]
    private let range: ClosedRange<Int>

    init(_ moved: [Int?], _ scale: PositionScale) {
      self.moved = moved
      range = scale.range
      before = Side(isBefore: true, scale.range)
      after = Side(isBefore: false, scale.range)
    }

    /// Reads both sides, twice as far each time, until rows farther away cannot be part of a better solution. The
    /// written rows of a side are always its nearest ones.
    mutating func best(
      keeping keeps: Bool, before left: (Int) -> Neighbour, after right: (Int) -> Neighbour
    ) -> Solution? {
      var width = 4
      while true {
        before.read(to: width, left)
        after.read(to: width, right)
        let found = [writingAll(), keeps ? keepingSome() : nil].compactMap { $0 }
          .min { $0.cost(moving: moved.count) < $1.cost(moving: moved.count) }
        if before.isComplete, after.isComplete { return found }
        // A better solution would write more than `width` rows beside the moved ones.
        if let found, found.cost(moving: moved.count) <= (keeps ? width : width + moved.count) { return found }
        width *= 2
      }
    }

    /// The solution with the fewest rows beside the moved ones, if all moved ones are written.
    private func writingAll() -> Solution? {
      var best: Solution?
      for (written, low) in before.limits.enumerated() where written < best.map({ $0.before + $0.after }) ?? .max {
        guard let other = after.written(for: low + moved.count - 1) else { continue }
        if written + other < best.map({ $0.before + $0.after }) ?? .max {
          best = Solution(before: written, after: other)
        }
      }
      return best
    }

    /// The solution with the fewest rows if some moved rows keep their positions. These are a chain of ascending
    /// positions with room for the moved rows between each two.
    private func keepingSome() -> Solution? {
      // A later row can follow an earlier one in a chain only if its position minus its index is not smaller.
      let sums = moved.enumerated().map { index, position in position.map { $0 &- index } }
      var chains: [(cost: Int, former: Int?)?] = []
      var best: (cost: Int, last: Int)?
      for (index, sum) in sums.enumerated() {
        guard let sum, let position = moved[index], range.contains(position) else {
          chains.append(nil)
          continue
        }
        var chain = before.written(for: sum).map { (cost: $0 - 1, former: Int?.none) }
        for former in 0..<index {
          guard let earlier = chains[former], let least = sums[former], least <= sum else { continue }
          if earlier.cost - 1 < chain?.cost ?? .max { chain = (cost: earlier.cost - 1, former: former) }
        }
        chains.append(chain)
        guard let chain, let other = after.written(for: sum + moved.count - 1) else { continue }
        if chain.cost + other < best?.cost ?? .max { best = (chain.cost + other, index) }
      }
      guard let best, let last = sums[best.last] else { return nil }
      var kept: [Int] = []
      var next: Int? = best.last
      while let index = next {
        kept.append(index)
        next = chains[index]?.former
      }
      kept.reverse()
      guard let first = kept.first.flatMap({ sums[$0] }), let before = before.written(for: first),
        let after = after.written(for: last + moved.count - 1)
      else { return nil }
      return Solution(before: before, after: after, kept: kept)
    }
  }
}
