import Foundation
import SectionedTesting
import Testing

/// The number of events, from the environment.
private enum TreeEvents {
  static let count = ProcessInfo.processInfo.environment["TREE_EVENTS"].flatMap { Int($0) } ?? 0
}

/// Random events of trees in great numbers. The suite runs only if `TREE_EVENTS` is set:
/// `TREE_EVENTS=1000000 swift test -c release --disable-xctest --filter LongTreeTests`.
///
/// A failure is printed with its seed. `SECTIONS_SEED=N` repeats that seed in the other suites.
@Suite(
  "Trees, over as many random events as the environment asks for", .enabled(if: TreeEvents.count > 0), .serialized)
struct LongTreeTests {
  private static let perSeed = 50

  /// Runs a test with seeds from 10,000 on, which no other suite has, until the number of events is reached.
  private func play(_ name: String, _ body: (UInt64) throws -> Void) {
    var (done, seed) = (0, UInt64(10_000))
    while done < TreeEvents.count {
      do { try body(seed) } catch { Issue.record("\(name), seed \(seed): \(error)") }
      done += Self.perSeed
      seed += 1
      if done % 10_000 == 0 { print("TREE_EVENTS \(name): \(done) of \(TreeEvents.count), the next seed is \(seed)") }
    }
  }

  @Test("fetched trees in both stores are those of a fresh fetch")
  func fetched() {
    play("fetched") { seed in
      let steps = try TreeControllerRandomTests.play(seed: seed, events: Self.perSeed)
      #expect(steps > 0, "seed \(seed)")
    }
  }

  @Test("trees in memory are those of arrays")
  func memory() {
    play("memory") { seed in
      let driver = try MemoryTreeRandomTests.play(seed: seed, events: Self.perSeed)
      #expect(driver.watcher.steps > 0, "seed \(seed)")
    }
  }
}
