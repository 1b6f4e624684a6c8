import Foundation
import SectionedChanges
import SectionedDataSources
import SectionedTesting
import SectionedTrees
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

  /// Node `n` is a child of node `(n - 1) / 10`, or a root if that is 0. Node 1 has half of all nodes beneath it.
  @Test("of two million nodes, a million move with their root as one change")
  func twoMillion() throws {
    let list = (1...2_000_000).map { MemoryTreeRandomTests.Task(id: $0, title: 0) }
    let source = MemoryTree(list, parent: { $0.id <= 10 ? nil : ($0.id - 1) / 10 })
    var changes: [TreeChangeSet<Int>] = []
    let token = source.observeTree { changes.append($0) }
    #expect(source.tree.count == 2_000_000 && source.tree.numberOfDescendants(of: 1) == 1_000_000)
    try source.move(1, under: 2)
    #expect(changes.map(\.count) == [1] && changes.first?.moved.map(\.id) == [1])
    #expect(source.tree.numberOfDescendants(of: 2) == 1_111_111)
    #expect(source.tree.rank(of: 1) == 111_111 && source.tree.node(atRank: 111_111) == 1)
    source.expandAll()
    #expect(source.numberOfItems == 2_000_000)
    #expect(source.place(of: ListedID(1)) == ItemPlace(section: 0, item: 111_111))
    source.collapse(2)
    #expect(source.numberOfItems == 2_000_000 - 1_111_111)
    token.cancel()
  }
}
