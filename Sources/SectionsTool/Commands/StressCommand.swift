import Foundation
import SectionedTesting

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

  private func drive() throws {
    let first = seed ?? UInt64.random(in: 0..<1_000_000)
    let seeds = (events + Self.eventsOfASeed - 1) / Self.eventsOfASeed
    var failures = 0
    var progress = Progress("seed")
    printLine("seeds \(first)..<\(first + UInt64(seeds))")
    for number in 0..<seeds {
      let seed = first + UInt64(number)
      let count = min(Self.eventsOfASeed, events - number * Self.eventsOfASeed)
      do {
        try StressRun.find(in: StressRun.events(seed: seed, count: count)) {
          try StressRun(seed % 4 == 0 ? .sqlite : .memory, seed: seed, albums: 6, tracks: 30)
        }
      } catch let failure as StressRun.Failure {
        failures += 1
        printLine("seed \(seed): \(failure)")
      }
      progress.update(number + 1, of: seeds)
    }
    progress.end()
    printLine("\(events) events, \(seeds) seeds, \(failures) failures")
    if failures > 0 { throw ToolError.data("\(failures) of \(seeds) seeds failed.") }
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
