/// The initial list of a pair of operations.
package enum PairStart: String, CaseIterable, Sendable {
  /// A section of one item, and an empty one.
  case small
  /// More sections, of which one is empty and one has one item.
  case large
}

/// The way in which two operations are divided into steps.
package enum PairWay: String, CaseIterable, Sendable {
  /// Both in one step of the source. The layer beneath the source may take several steps.
  case oneStep
  /// Both in one step of the layer beneath the source. For a fetched source, that is one event of its context.
  case oneStepBeneath
  case twoSteps
}

/// Two operations in an order, their initial list, and the way in which they are divided into steps.
package struct OperationPair<Operation: Sendable>: Sendable, CustomStringConvertible {
  package let first: Operation
  package let second: Operation
  package let start: PairStart
  package let way: PairWay

  package var description: String { "\(first) and \(second), \(start.rawValue) list, \(way.rawValue)" }

  /// Returns all ordered pairs of some operations, with each list and in each way.
  package static func all(_ operations: [Operation]) -> [Self] {
    var all: [Self] = []
    for first in operations {
      for second in operations {
        for start in PairStart.allCases {
          for way in PairWay.allCases { all.append(Self(first: first, second: second, start: start, way: way)) }
        }
      }
    }
    return all
  }

  /// Returns a random share of these pairs. Each run draws another share.
  ///
  /// - Parameter part: a further divisor for slow sources: only one in `part` pairs of the share is returned.
  package static func drawn(_ operations: [Operation], oneIn part: Int = 1) -> [Self] {
    var all = Self.all(operations)
    // Shuffled, so that each share has some of each operation, list and way.
    var random = SeededRandom(seed: 1)
    all.shuffle(using: &random)
    let share = TestSeeds.share(of: all)
    if share.count == all.count || part == 1 { return share }
    return Array(share.shuffled().prefix(max(1, share.count / part)))
  }
}
