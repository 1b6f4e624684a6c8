/// The command `Stress` with its arguments. It is for work on the package: it performs random events of many seeds, or
/// checks the laws of change sets for all pairs of small lists.
package struct StressCommand: Sendable {
  /// An error of the arguments.
  package struct UsageError: Error, Hashable, CustomStringConvertible {
    package let description: String
  }

  /// The help of the command.
  package static let help = """
    usage: swift run -c release Stress [--events N] [--seed N]
           swift run -c release Stress --seed N --replay "N, N, ..."
           swift run -c release Stress --exhaustive

    Drives the controller with random events and checks each.
    Each seed has at most \(StressSeries.eventsOfASeed) events.
      --events N    the number of events (default: 10000)
      --seed N      the first seed (default: a random one)
      --replay LIST instead, plays on a seed's list the events that a failure names
      --exhaustive  instead, checks the laws of change sets on all pairs of small lists, which takes hours
    Exit status: 0, 1 for a failure, 2 for wrong arguments.

    """

  package private(set) var events = 10_000
  package private(set) var seed: UInt64?
  package private(set) var isExhaustive = false
  /// The events to replay; nil for random events.
  package private(set) var replayed: [StressEvent]?

  /// Makes the run of a seed for a replay.
  package var makeRun: @Sendable (_ seed: UInt64) throws -> StressRun = { try StressRun(seed: $0) }

  /// Reads the arguments of a call.
  ///
  /// - Throws: ``UsageError``.
  package init(arguments: [String]) throws {
    var rest = arguments[...]
    while let option = rest.popFirst() {
      switch option {
      case "--exhaustive": isExhaustive = true
      case "--events": events = try Self.number(rest.popFirst(), of: option)
      case "--seed": seed = UInt64(try Self.number(rest.popFirst(), of: option))
      case "--replay": replayed = try Self.events(rest.popFirst(), of: option)
      default: throw UsageError(description: "'\(option)' is no option. Try --help.")
      }
    }
    if isExhaustive, arguments.count > 1 {
      throw UsageError(description: "--exhaustive checks all pairs of lists, and takes no other option.")
    }
    if replayed != nil, seed == nil || arguments.contains("--events") {
      throw UsageError(
        description: "--replay plays events on the list of a seed, and takes --seed and no other option.")
    }
  }

  private static func number(_ text: String?, of option: String) throws -> Int {
    guard let text, let number = Int(text), number >= 0 else {
      throw UsageError(description: "\(option) takes a whole number that is not negative, not '\(text ?? "")'.")
    }
    return number
  }

  private static func events(_ text: String?, of option: String) throws -> [StressEvent] {
    guard let text, let events = StressEvent.events(in: text) else {
      throw UsageError(description: "\(option) takes the numbers of events between commas, not '\(text ?? "")'.")
    }
    return events
  }

  /// Runs the command.
  ///
  /// - Parameters:
  ///   - report: receives each line of the result. It is called by one thread at a time.
  ///   - progress: receives the number of parts that are done, and the number of all parts.
  /// - Returns: whether nothing failed.
  /// - Throws: an error of `report`, which ends the run.
  package func run(
    _ report: @escaping @Sendable (String) throws -> Void, progress: @escaping @Sendable (Int, Int) -> Void
  ) throws -> Bool {
    if isExhaustive { return try checkAllPairs(report, progress) }
    if let replayed, let seed { return try replay(replayed, of: seed, report) }
    let series = StressSeries(events: events, first: seed ?? UInt64.random(in: 0..<1_000_000))
    return try series.run(report, progress: progress) == 0
  }

  private func replay(_ events: [StressEvent], of seed: UInt64, _ report: (String) throws -> Void) throws -> Bool {
    do {
      try StressRun.replay(events) { try makeRun(seed) }
    } catch {
      try report("seed \(seed): \(error)")
      return false
    }
    try report("\(events.count) events of seed \(seed), 0 failures")
    return true
  }

  /// Checks all pairs of lists with at most four sections and four items: 114,573,998 pairs.
  private func checkAllPairs(
    _ report: (String) throws -> Void, _ progress: (Int, Int) -> Void
  ) throws -> Bool {
    let pairs = ExhaustivePairs(maxSections: 4, maxItems: 4)
    let parts = 10_000
    var checked = 0
    for part in 0..<parts {
      do {
        checked += try pairs.verify(part: part, of: parts)
      } catch {
        try report("A law is violated: \(error)")
        return false
      }
      progress(part + 1, parts)
    }
    try report("\(checked) pairs, 0 failures")
    return true
  }
}
