/// A list with which a pair of operations begins.
package enum PairStart: String, CaseIterable, Sendable {
  /// A section of one item, and an empty one.
  case small
  /// More sections, of which one is empty and one has one item.
  case large
}

/// The steps in which two operations are performed.
package enum PairWay: String, CaseIterable, Sendable {
  /// In one step of the source, while what it is built on may take several.
  case oneStep
  /// In one step of what the source is built on; for a fetched source in one event of its context.
  case oneStepBeneath
  case twoSteps
}

/// Two operations in an order, the list with which they begin, and the steps in which they are performed.
package struct OperationPair<Operation: Sendable>: Sendable, CustomStringConvertible {
  package let first: Operation
  package let second: Operation
  package let start: PairStart
  package let way: PairWay

  package var description: String { "\(first) and \(second), \(start.rawValue) list, \(way.rawValue)" }

  /// All ordered pairs of some operations, with each list and in each way.
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

  /// The drawn share of these pairs, which is another one in each run.
  ///
  /// - Parameter part: for slow sources, the number of runs in which the share is tried once.
  package static func drawn(_ operations: [Operation], oneIn part: Int = 1) -> [Self] {
    var all = Self.all(operations)
    // Mixed, so that each share has some of each operation, list and way.
    var random = SeededRandom(seed: 1)
    all.shuffle(using: &random)
    let share = TestSeeds.share(of: all)
    if share.count == all.count || part == 1 { return share }
    return Array(share.shuffled().prefix(max(1, share.count / part)))
  }
}
