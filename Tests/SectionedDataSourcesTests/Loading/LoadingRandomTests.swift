import SectionedChanges
import SectionedDataSources
import SectionedTesting
import Testing

@Suite("Random loadings, beside what is written plainly")
struct LoadingRandomTests {
  @Test(
    "The list agrees with a plain model after random requests, late or repeated answers and nested edits",
    arguments: RandomRuns.all(6))
  func randomLoadings(seed: UInt64) {
    let run = LoadingRandomRun(seed: seed)
    let laws = LoadingLaws(run.desk.source) { $0.text }
    for _ in 0..<500 {
      run.step()
      laws.settle()
      if !run.faults.isEmpty || !laws.faults.isEmpty { break }
    }
    #expect(run.faults.isEmpty && laws.faults.isEmpty, "\(run.faults + laws.faults)")
    #expect(laws.updates > 50)
  }

  /// Returns the expected rows, from the content and the phase only.
  static func expected(_ source: LoadingBooks, _ word: Int) -> String {
    let phase = source.phase
    let shelves = source.content.content
    if shelves.allSatisfy(\.items.isEmpty) {
      switch phase {
      case .initial, .empty: return "-: <\(phase)>"
      case .loading, .refreshing: return "-: <loading…>"
      case .failed: return "-: <failed \(source.error.map { "\($0)" } ?? "")>?"
      case .loaded: if !source.hasMore { return "-: <empty>" }
      case .appending: break
      }
    }
    var parts = shelves.map { part in
      "\(part.section.id):"
        + (part.items.isEmpty && part.section.title != "0"
          ? " <empty \(part.section.id)\(part.section.title) \(word)>" : part.items.map { " \($0.text)" }.joined())
    }
    let failure = source.appendError.map { " \($0)" } ?? ""
    if phase == .appending || phase == .loaded && source.hasMore {
      parts.append("+: [more\(phase == .appending ? "…" : "")\(failure)]")
    }
    return parts.joined(separator: " | ")
  }

  @Test(
    "Placeholders and last rows keep the laws, whatever is loaded and edited, also by observers",
    arguments: RandomRuns.all(6))
  func randomRows(seed: UInt64) {
    // The naive implementation does not know the actions of observers, so it is not compared.
    let run = LoadingRandomRun(seed: seed, isCompared: false)
    var word = 0
    let rows = PlaceholderDataSource(
      run.desk.source,
      emptySection: { $0.title == "0" ? nil : Placeholder(.empty, text: "\($0.id)\($0.title) \(word)") })
    let laws = LoadingLaws(rows) { LoadingPlaceholderTests.text($0) }
    // A second placeholder source on top. Its own placeholder appears and disappears.
    var covers = false
    let top = PlaceholderDataSource(rows, loading: run.desk.source) { _ in covers ? Placeholder(.failed) : nil }
    let topLaws = LoadingLaws(top) {
      if case .item(let row) = $0 { LoadingPlaceholderTests.text(row) } else { "\($0)" }
    }
    var random = SeededRandom(seed: seed &+ 1000)
    var budget = 0
    let token = rows.observe { _ in
      guard budget > 0, random.oneIn(6) else { return }
      budget -= 1
      if random.oneIn(2) {
        run.desk.content.removeAllItems()
      } else {
        run.desk.content.appendSection(LoadingShelf(id: "Z\(random.below(1000))", title: "1"))
      }
    }
    for _ in 0..<300 {
      budget = 1
      if random.oneIn(8) {
        word += 1
        rows.settle()
      }
      if random.oneIn(4) {
        // Several steps are combined into one.
        run.desk.source.performTogether {
          for _ in 0..<(1 + random.below(3)) {
            run.step()
            run.desk.source.performTogether { run.step() }
          }
        }
      } else {
        run.step()
      }
      if random.oneIn(5) {
        covers.toggle()
        top.settle()
      }
      laws.settle()
      topLaws.settle()
      let text = LoadingPlaceholderTests.text(rows)
      let expected = Self.expected(run.desk.source, word)
      #expect(text == expected)
      #expect(laws.faults.isEmpty && topLaws.faults.isEmpty, "\(laws.faults + topLaws.faults)")
      if text != expected || !laws.faults.isEmpty || !topLaws.faults.isEmpty { break }
    }
    #expect(laws.updates > 60)
    _ = token
  }
}
