import OrderedRows

/// The new positions of rows that are moved to one place of a list, with the fewest rows written.
///
/// The moved rows and all rows that are written have positions of their own, in the order of the list. Other rows keep
/// their positions, even where they share one or have none: they are as they were shown. If there is room between the
/// two neighbours, only the moved rows are written. Otherwise the nearest rows before and after them are written, too,
/// as many as it takes.
package struct PositionPlan: Equatable {
  /// A row beside the moved ones.
  package enum Neighbour: Equatable {
    /// A row with its position, nil for none.
    case row(Int?)
    /// There is no further row.
    case end
  }

  /// The new positions of the rows before the moved ones, the nearest first.
  package var before: [Int] = []
  /// The new positions of the moved rows; nil for a row that keeps its own.
  package var moved: [Int?] = []
  /// The new positions of the rows after the moved ones, the nearest first.
  package var after: [Int] = []

  /// The number of rows that are written for their positions.
  package var writtenCount: Int { before.count + moved.filter { $0 != nil }.count + after.count }

  /// Makes the plan; nil where the scale has fewer numbers than the list has rows.
  ///
  /// - Parameters:
  ///   - moved: the present positions of the moved rows, in their new order.
  ///   - areWritten: whether the moved rows are written anyway, so that a new position costs nothing.
  ///   - before: returns a row before the moved ones; 0 is the nearest. A row without a position is less than all.
  ///   - after: returns a row after them.
  ///   - scale: the possible positions, in the order of the list.
  /// - Complexity: O(written rows · log + moved²), and as many calls of `before` and `after`.
  package init?(
    moving moved: [Int?], areWritten: Bool, before: (Int) -> Neighbour, after: (Int) -> Neighbour,
    on scale: PositionScale
  ) {
    guard !moved.isEmpty else { return }
    var search = Search(moved, scale)
    guard let best = search.best(keeping: !areWritten, before: before, after: after) else { return nil }
    fill(best, search, moved, scale)
  }

  /// Numbers the rows between those that keep their positions.
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
  /// How many rows beside the moved ones are written, and which moved ones are not.
  private struct Solution {
    var before: Int
    var after: Int
    var kept: [Int] = []

    func cost(moving count: Int) -> Int { before + after + count - kept.count }
  }

  /// The rows of one side, as far as they were read.
  private struct Side {
    /// The position next to the written rows, by their number on this side; nil where it limits nothing.
    private var positions: [Int?] = []
    /// For each number of written rows, the limit of the positions beside it, less those rows: the best limit of this
    /// number and all smaller ones.
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
          // What is outside the scale limits nothing on one side, and everything on the other.
          bound =
            isBefore
            ? max(range.lowerBound, own > range.upperBound ? range.upperBound + 1 : own + 1)
            : min(range.upperBound, own < range.lowerBound ? range.lowerBound - 1 : own - 1)
        case .row(nil): if !isBefore { bound = range.lowerBound - 1 }
        }
        positions.append(position)
        // The sides are compared by sums: a difference of two positions may be too large.
        let limit = isBefore ? bound + written : bound - written
        limits.append(limits.last.map { isBefore ? min($0, limit) : max($0, limit) } ?? limit)
      }
    }

    /// The least number of rows to write on this side so that a position is within the limit; nil where the rows that
    /// were read do not suffice.
    func written(for position: Int) -> Int? {
      let index = limits.partitionPoint { isBefore ? $0 <= position : $0 >= position }
      return index < limits.count ? index : nil
    }
  }

  /// The search for the fewest rows.
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

    /// Reads both sides, twice as far each time, until no row farther away can be part of a better solution: the rows
    /// that are written on a side are the nearest ones.
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
        // A better one would write more than `width` rows beside the moved ones.
        if let found, found.cost(moving: moved.count) <= (keeps ? width : width + moved.count) { return found }
        width *= 2
      }
    }

    /// The fewest rows beside the moved ones if all of these are written.
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

    /// The fewest rows if some moved ones keep their positions: a chain of them in ascending order, with room between
    /// each two for the rows between them.
    private func keepingSome() -> Solution? {
      // Less its index, the position of a later row must not be less than that of an earlier one.
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
