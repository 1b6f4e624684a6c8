import SectionedChanges
import SectionedTesting
import Testing

@testable import SectionedDataSources

@Suite("One of several sources at a time")
struct SwitchingTests {
  private typealias Switching = SwitchingDataSource<Shelf, Int, Book, Int>

  // 1: 10 11 | 2: 20 —— 2: 20 | 1: 11 12
  private let first = Shelves([1: [10, 11], 2: [20]])
  private let second = Shelves([2: [20], 1: [11, 12]])

  private func children() -> [BookChild] { [BookChild(first), BookChild(second)] }

  @Test("AdvancedCollectionView's segments: a switch is one step of the least changes")
  func switching() throws {
    let source = try Switching(children())
    let trace = Trace(source)
    source.selection = 1
    source.selection = 1
    source.selection = nil
    source.selection = 0
    #expect(
      trace.lines == [
        "sections: moved 1→0 {?}, updated 0→1 {?}; items: deleted [0, 0] (10), inserted [1, 1] (12), "
          + "updated [0, 1]→[1, 0] {?}, updated [1, 0]→[0, 0] {?}",
        "sections: deleted 0 (2), deleted 1 (1); taken: [0, 0] (20), [1, 0] (11), [1, 1] (12)",
        "sections: inserted 0 (1), inserted 1 (2); brought: [0, 0] (10), [0, 1] (11), [1, 0] (20)",
      ])
    #expect(trace.lists == ["[2: 20, 1: 11 12]", "[]", "[1: 10 11, 2: 20]"])
  }

  @Test("Two sources on one base know what is the same")
  func sameBase() throws {
    let third = shelves("3: 30 31")
    let (left, right) = (try BookSource(first, third), try BookSource(third, first))
    let source = try Switching([BookChild(left), BookChild(right)])
    let trace = Trace(source)
    source.selection = 1
    #expect(trace.lines == ["sections: moved 2→0"])
  }

  @Test("Updates of the shown source pass through, and the hidden source is not observed")
  func passing() throws {
    let source = try Switching(children())
    let trace = Trace(source)
    #expect(first.core.reaches(source.core) && !second.core.reaches(source.core))
    try first.performUpdates(origin: .user) { try first.remove(10) }
    try second.remove(12)
    #expect(trace.lists == ["[1: 11, 2: 20]"])
    #expect(trace.updates.map(\.origin) == [.user] && trace.updates.map(\.source) == [first.identity])
    source.selection = 1
    #expect(!first.core.reaches(source.core) && second.core.reaches(source.core))
    try first.remove(11)
    #expect(trace.lists.last == "[2: 20, 1: 11]")
    #expect(source.item(for: 11) == Book(id: 11) && source.item(for: 12) == nil && source.place(of: 20)?.section == 0)
  }

  @Test("The phase is that of what is shown; without a selection it is loaded")
  func phases() throws {
    let (left, right) = (ScriptedSource(phase: .loading), ScriptedSource(phase: .failed))
    let source = try Switching([BookChild(left), BookChild(right)])
    let trace = Trace(source)
    #expect(source.phase == .loading)
    source.selection = 1
    left.enter(.empty)
    source.selection = nil
    #expect(trace.updates.map(\.phase) == [.failed, .loaded])
  }

  @Test("Other sources: the one that is shown stays, else the first one is shown")
  func otherSources() throws {
    let third = Shelves([3: [30]])
    let source = try Switching(children(), selection: 1)
    let trace = Trace(source)
    try source.setSources([BookChild(third), BookChild(second)])
    #expect(source.selection == 1 && trace.lines.isEmpty)
    try source.setSources([BookChild(third), BookChild(first)])
    #expect(source.selection == 0 && trace.lists == ["[3: 30]"])
    try source.setSources([])
    #expect(source.selection == nil && trace.lists == ["[3: 30]", "[]"] && source.sources.isEmpty)
    try source.setSources([BookChild(first)])
    #expect(source.selection == 0 && source.numberOfSections == 2)
  }

  @Test("An index without a source, a source twice and a cycle change nothing")
  func refused() throws {
    let (collected, handler) = collecting()
    let source = try Switching(children(), anomalies: handler)
    source.selection = 2
    source.selection = -1
    #expect(source.selection == 0 && collected.kinds == [.childOutOfBounds, .childOutOfBounds])
    #expect(throws: DataSourceAnomaly.self) { try source.setSources([BookChild(first), BookChild(first)]) }
    let outer = BookSource()
    try source.setSources([BookChild(first), BookChild(outer)])
    try outer.append(source)
    source.selection = 1
    #expect(source.selection == 0 && collected.kinds.suffix(2) == [.cycle, .cycle])
    #expect(ids(outer) == "[1: 10 11, 2: 20]")
    // The two sources retain each other.
    outer.removeAll()
  }

  @Test("Whatever happens, it shows what the selected source shows", arguments: RandomRuns.seeds(4))
  func randomVerbs(seed: UInt64) throws {
    let edits = BookEdits(seed: seed)
    let leaves = (0..<4).map { _ in Shelves([1: [1, 2], 2: [3]], anomalies: silent) }
    let both = try BookSource([BookChild(leaves[0]), BookChild(leaves[1])], anomalies: silent)
    let all = leaves.map { BookChild($0) } + [BookChild(both)]
    let source = try SwitchingDataSource<Shelf, Int, Book, Int>(all, anomalies: silent)
    let laws = SourceLaws(source, "switching")
    var depth = 0
    laws.onUpdate = { _ in
      guard depth == 0, edits.random.oneIn(8) else { return }
      depth += 1
      if edits.random.oneIn(2) { source.selection = 3 } else { edits.edit(leaves[0]) }
      depth -= 1
    }
    for step in 0..<200 {
      switch edits.random.below(6) {
      case 0: source.selection = edits.random.oneIn(6) ? nil : edits.random.below(source.sources.count)
      case 1:
        source.performTogether {
          edits.moveItem(among: leaves)
          source.selection = edits.random.below(source.sources.count)
          edits.edit(leaves[0])
        }
      case 2 where edits.random.oneIn(3): try source.setSources(Array(all.shuffled(using: &edits.random).prefix(3)))
      default: edits.edit(edits.random.one(of: leaves))
      }
      let shown = source.selection.map { ids(source.sources[$0].core.snapshot) } ?? "[]"
      // Occurrence numbers may differ: an item of the shown source keeps its number, and an inserted item gets the
      // lowest one.
      #expect(plain(ids(source)) == plain(shown))
      try #require(laws.violations.isEmpty, "seed \(seed), step \(step): \(laws.violations.prefix(2))")
    }
    #expect(laws.steps > 40)
  }

  /// Returns a text without the occurrence numbers.
  private func plain(_ text: String) -> String { text.replacing(#/#\d+/#, with: "") }
}
