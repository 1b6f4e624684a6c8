import Foundation
import SectionedTesting
import Testing

/// The number of events that the environment asks for.
private enum TreeEvents {
  static let count = ProcessInfo.processInfo.environment["TREE_EVENTS"].flatMap { Int($0) } ?? 0
}

/// Random events of trees in great numbers, which a run does only when it is asked to:
/// `TREE_EVENTS=1000000 swift test -c release --disable-xctest --filter LongTreeTests`.
///
/// A failure is printed with its seed; `SECTIONS_SEED=N` plays that seed in the suites beside this one.
@Suite(
  "Trees, over as many random events as the environment asks for", .enabled(if: TreeEvents.count > 0), .serialized)
struct LongTreeTests {
  private static let perSeed = 50

  /// Plays seeds behind those of the other suites until all events have come.
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
