import Foundation
import SectionedTesting
import Synchronization

/// `sections stress`: a developer's command. Drives the controller with random events and checks each, or checks the laws
/// of change sets on all pairs of small lists.
struct StressCommand {
  let events: Int
  let seed: UInt64?
  let exhaustive: Bool

  /// Events of one seed: enough for a list to change wholly, few enough to shrink quickly.
  private static let eventsOfASeed = 500

  func run() throws {
    if exhaustive { try checkAllPairs() } else { try drive() }
  }

  /// Seeds run side by side, twice as many as there are processors: those in SQLite stores wait for the disk at times.
  private func drive() throws {
    let first = seed ?? UInt64.random(in: 0..<1_000_000)
    let seeds = (events + Self.eventsOfASeed - 1) / Self.eventsOfASeed
    let tally = Mutex((failures: 0, done: 0, progress: Progress("seed")))
    printLine("seeds \(first)..<\(first + UInt64(seeds))")
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 2 * ProcessInfo.processInfo.activeProcessorCount
    for number in 0..<seeds {
      let count = min(Self.eventsOfASeed, events - number * Self.eventsOfASeed)
      queue.addOperation {
        let failure = Self.failure(seed: first + UInt64(number), events: count)
        tally.withLock { tally in
          if let failure {
            tally.failures += 1
            printLine(failure)
          }
          tally.done += 1
          tally.progress.update(tally.done, of: seeds)
        }
      }
    }
    queue.waitUntilAllOperationsAreFinished()
    let failures = tally.withLock { tally in
      tally.progress.end()
      return tally.failures
    }
    printLine("\(events) events, \(seeds) seeds, \(failures) failures")
    if failures > 0 { throw ToolError.data("\(failures) of \(seeds) seeds failed.") }
  }

  private static func failure(seed: UInt64, events: Int) -> String? {
    do {
      try StressRun.find(in: StressRun.events(seed: seed, count: events)) {
        try StressRun(seed % 4 == 0 ? .sqlite : .memory, seed: seed, albums: 6, tracks: 30)
      }
      return nil
    } catch {
      return "seed \(seed): \(error)"
    }
  }

  /// At most four sections and four items: 114,573,998 pairs, hours of work.
  private func checkAllPairs() throws {
    let pairs = ExhaustivePairs(maxSections: 4, maxItems: 4)
    let parts = 10_000
    var checked = 0
    var progress = Progress("part")
    for part in 0..<parts {
      do {
        checked += try pairs.verify(part: part, of: parts)
      } catch {
        throw ToolError.data("A law is broken: \(error)")
      }
      progress.update(part + 1, of: parts)
    }
    progress.end()
    printLine("\(checked) pairs, 0 failures")
  }
}
