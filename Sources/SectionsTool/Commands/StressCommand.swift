import Foundation
import SectionedTesting
import Synchronization

/// `sections stress`, a developer's command: drives the controller with random events and checks each, or checks the
/// laws of change sets on all pairs of small lists.
struct StressCommand {
  let events: Int
  let seed: UInt64?
  let exhaustive: Bool

  /// Drives the controller with a seed's events; throws what is wrong.
  var drive: @Sendable (_ seed: UInt64, _ events: Int) throws -> Void = { seed, events in
    try StressRun.find(in: StressRun.events(seed: seed, count: events)) {
      try StressRun(seed: seed)
    }
  }

  /// Events of one seed: enough for a list to change wholly, few enough to shrink quickly.
  static let eventsOfASeed = 500

  func run(_ output: Output) throws {
    if exhaustive { try checkAllPairs(output) } else { try driveAll(output) }
  }

  private struct Tally {
    var next = 0
    var failures = 0
    var done = 0
    var progress = Progress("seed")
    /// Why the output cannot be written.
    var outputError: (any Error)?
  }

  /// Seeds run side by side, twice as many as there are processors: those in SQLite stores wait for the disk at times.
  private func driveAll(_ output: Output) throws {
    let first = seed ?? UInt64.random(in: 0..<1_000_000)
    let seeds = events / Self.eventsOfASeed + (events % Self.eventsOfASeed > 0 ? 1 : 0)
    try output.line("seeds \(first)..<\(first &+ UInt64(seeds))")
    try output.flush()
    let tally = Mutex(Tally())
    let workers = min(seeds, 2 * ProcessInfo.processInfo.activeProcessorCount)
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = max(workers, 1)
    for _ in 0..<workers {
      queue.addOperation { work(on: tally, first: first, seeds: seeds, output) }
    }
    queue.waitUntilAllOperationsAreFinished()
    let failures = try tally.withLock { tally in
      tally.progress.end()
      if let error = tally.outputError { throw error }
      return tally.failures
    }
    try output.line("\(events) events, \(seeds) seeds, \(failures) failures")
    if failures > 0 { throw ToolError.data("\(failures) of \(seeds) seeds failed.") }
  }

  /// Takes one seed after the other until there is none.
  private func work(on tally: borrowing Mutex<Tally>, first: UInt64, seeds: Int, _ output: Output) {
    while true {
      let taken = tally.withLock { tally -> Int? in
        guard tally.next < seeds, tally.outputError == nil else { return nil }
        defer { tally.next += 1 }
        return tally.next
      }
      guard let number = taken else { return }
      let count = min(Self.eventsOfASeed, events - number * Self.eventsOfASeed)
      let failure = failure(seed: first &+ UInt64(number), events: count)
      tally.withLock { tally in
        if let failure {
          tally.failures += 1
          do {
            try output.line(failure)
            try output.flush()
          } catch {
            tally.outputError = error
          }
        }
        tally.done += 1
        tally.progress.update(tally.done, of: seeds)
      }
    }
  }

  private func failure(seed: UInt64, events: Int) -> String? {
    do {
      try drive(seed, events)
      return nil
    } catch {
      return "seed \(seed): \(error)"
    }
  }

  /// At most four sections and four items: 114,573,998 pairs, hours of work.
  private func checkAllPairs(_ output: Output) throws {
    let pairs = ExhaustivePairs(maxSections: 4, maxItems: 4)
    let parts = 10_000
    var checked = 0
    var progress = Progress("part")
    for part in 0..<parts {
      do {
        checked += try pairs.verify(part: part, of: parts)
      } catch {
        throw ToolError.data("A law is violated: \(error)")
      }
      progress.update(part + 1, of: parts)
    }
    progress.end()
    try output.line("\(checked) pairs, 0 failures")
  }
}
