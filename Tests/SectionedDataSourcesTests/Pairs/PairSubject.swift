import SectionedTesting
import Testing

/// A source and its bases, for a pair of operations.
protocol PairSubject: AnyObject {
  associatedtype Operation: Sendable
  static var operations: [Operation] { get }
  /// Whether the source takes at most one step in each way, except in two steps. True by default.
  static var takesOneStep: Bool { get }

  /// - Parameter name: a text for the pair, for messages.
  init(_ start: PairStart, _ name: String) throws

  /// The number of steps that the source took.
  var steps: Int { get }

  /// Performs an operation. Does nothing if the list has no element for it.
  func perform(_ operation: Operation) throws

  /// Performs operations as one step, in the given way.
  func together(_ way: PairWay, _ operations: () throws -> Void) throws

  /// Calls all reading methods of the source while a step waits.
  func read()

  /// Compares the source with its naive reference, and checks its laws. Called while no step is in progress.
  func check(_ moment: String) throws
}

extension PairSubject {
  static var takesOneStep: Bool { true }

  /// Runs the drawn pairs of operations.
  ///
  /// - Parameter part: for slow sources, the fraction of the pairs to run, as one in so many.
  static func tryPairs(oneIn part: Int = 1) {
    let pairs = OperationPair.drawn(operations, oneIn: part)
    var steps = 0
    for pair in pairs {
      do {
        steps += try run(pair)
      } catch {
        Issue.record("\(pair): \(error)")
      }
    }
    // A few pairs may all change nothing, so only larger numbers are checked.
    if pairs.count > 20 { #expect(steps > pairs.count / 2, "hardly an operation changes anything") }
  }

  private static func run(_ pair: OperationPair<Operation>) throws -> Int {
    let subject = try Self(pair.start, "\(pair)")
    try subject.check("at first")
    let before = subject.steps
    if pair.way == .twoSteps {
      try subject.perform(pair.first)
      try subject.check("after the first")
      try subject.perform(pair.second)
    } else {
      try subject.together(pair.way) {
        try subject.perform(pair.first)
        subject.read()
        try subject.perform(pair.second)
      }
      if takesOneStep { #expect(subject.steps - before <= 1, "\(pair): more than one step") }
    }
    try subject.check("after both")
    return subject.steps - before
  }
}
