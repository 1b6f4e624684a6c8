import Foundation

/// Random events of many seeds, which run in parallel.
package struct StressSeries: Sendable {
  /// The greatest number of events of a seed: enough to change a list completely, but few enough to shrink a failure
  /// quickly.
  package static let eventsOfASeed = 500

  package let events: Int
  package let first: UInt64

  /// Drives the controller with a seed's events, and throws the first failure.
  package var drive: @Sendable (_ seed: UInt64, _ events: Int) throws -> Void = { seed, events in
    try StressRun.find(in: StressRun.events(seed: seed, count: events)) { try StressRun(seed: seed) }
  }

  /// Creates a series.
  ///
  /// - Parameters:
  ///   - events: the number of events of all seeds.
  ///   - first: the first seed. The others follow it.
  package init(events: Int, first: UInt64) {
    self.events = events
    self.first = first
  }

  /// The number of seeds.
  package var seeds: Int { events / Self.eventsOfASeed + (events % Self.eventsOfASeed > 0 ? 1 : 0) }

  /// Runs all seeds. It goes on after a failure.
  ///
  /// - Parameters:
  ///   - report: receives lines with the range of seeds, each failure, and the totals. It is called by one thread at a
  ///     time.
  ///   - progress: receives the number of seeds that are done, and the number of all seeds.
  /// - Returns: the number of seeds that failed.
  /// - Throws: an error of `report`. No further seed begins after it.
  package func run(
    _ report: @escaping @Sendable (String) throws -> Void,
    progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) throws -> Int {
    try report("seeds \(first)..<\(first &+ UInt64(seeds))")
    let tally = Tally(of: seeds)
    // Twice as many as there are processors, because seeds in SQLite stores wait for the disk at times.
    let workers = max(min(seeds, 2 * ProcessInfo.processInfo.activeProcessorCount), 1)
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = workers
    for _ in 0..<workers {
      queue.addOperation {
        while let number = tally.next() {
          let failure = failure(ofSeed: number)
          tally.end(failure, report, progress)
        }
      }
    }
    queue.waitUntilAllOperationsAreFinished()
    let failures = try tally.failures()
    try report("\(events) events, \(seeds) seeds, \(failures) failures")
    return failures
  }

  private func failure(ofSeed number: Int) -> String? {
    let seed = first &+ UInt64(number)
    do {
      try drive(seed, min(Self.eventsOfASeed, events - number * Self.eventsOfASeed))
      return nil
    } catch {
      return "seed \(seed): \(error)"
    }
  }
}

/// Counts the seeds that are done. Several threads use it.
private final class Tally: @unchecked Sendable {
  // Unchecked: each access holds the lock.
  private let lock = NSLock()
  private let total: Int
  private var begun = 0
  private var done = 0
  private var failed = 0
  private var reportError: (any Error)?

  init(of total: Int) { self.total = total }

  /// Returns the number of the next seed; nil after the last one, and after an error of the report.
  func next() -> Int? {
    lock.withLock {
      guard begun < total, reportError == nil else { return nil }
      defer { begun += 1 }
      return begun
    }
  }

  /// Records the end of a seed, and reports it.
  func end(_ failure: String?, _ report: (String) throws -> Void, _ progress: (Int, Int) -> Void) {
    lock.withLock {
      done += 1
      if let failure {
        failed += 1
        do { try report(failure) } catch { reportError = error }
      }
      progress(done, total)
    }
  }

  /// Returns the number of seeds that failed.
  ///
  /// - Throws: the error of `report`.
  func failures() throws -> Int {
    try lock.withLock {
      if let reportError { throw reportError }
      return failed
    }
  }
}
