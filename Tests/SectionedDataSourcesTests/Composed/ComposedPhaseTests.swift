import SectionedChanges
import Testing

@testable import SectionedDataSources

@Suite("The phase of several sources")
struct ComposedPhaseTests {
  /// The phase by the table, by brute force: the first row that applies.
  private func expected(_ phases: [LoadingPhase]) -> LoadingPhase {
    if phases.isEmpty { return .loaded }
    for phase in [LoadingPhase.loading, .refreshing, .appending, .failed] where phases.contains(phase) { return phase }
    if phases.allSatisfy({ $0 == .initial }) { return .initial }
    if phases.allSatisfy({ $0 == .initial || $0 == .empty }) { return .empty }
    return .loaded
  }

  @Test("All phases of up to three children reduce by the table")
  func table() {
    let all = LoadingPhase.allCases
    var lists: [[LoadingPhase]] = [[]]
    for first in all {
      lists.append([first])
      for second in all {
        lists.append([first, second])
        for third in all { lists.append([first, second, third]) }
      }
    }
    for list in lists { #expect(LoadingPhase.composed(list) == expected(list), "\(list)") }
    #expect(LoadingPhase.composed([.empty, .initial]) == .empty)
    #expect(LoadingPhase.composed([.initial, .loaded]) == .loaded)
  }

  @Test("A phase alone is a step, and so is one that a child brings or takes along")
  func steps() throws {
    let (first, second) = (ScriptedSource(phase: .initial), ScriptedSource(phase: .initial))
    let source = BookSource()
    #expect(source.phase == .loaded)
    var trace: [String] = []
    let token = source.observe { trace.append("\($0.oldPhase)>\($0.phase) \($0.changes.isEmpty)") }
    try source.setChildren([BookChild(first), BookChild(second)])
    first.enter(.loading)
    second.enter(.empty)
    first.enter(.failed)
    try source.remove(first)
    source.removeAll()
    #expect(
      trace == [
        "loaded>initial true", "initial>loading true", "loading>failed true", "failed>empty true", "empty>loaded true",
      ])
    withExtendedLifetime(token) {}
  }
}
