import SectionedChanges
import SectionedDataSources
import SectionedTesting
import Testing

/// The machine and its source, written plainly from the tables of the research.
struct LoadingNaive {
  var phase = LoadingPhase.initial
  var source = LoadingPhase.initial
  var hasMore = true
  var didAppendFail = false
  /// The number of the loading under way; 0 for none.
  var current = 0
  var loadings = 0
  var requests: [String] = []
  var asked: String?
  var books: [LoadingBookContent] = []
  var trace: [String] = []

  var isEmpty: Bool { books.allSatisfy { $0.items.isEmpty } }

  mutating func enter(_ next: LoadingPhase, quietly: Bool = false) {
    if !quietly { trace.append("will \(next)") }
    let old = phase
    phase = next
    didAppendFail = false
    trace.append("did \(old)")
  }

  mutating func begin(_ next: LoadingPhase) {
    trace.append("will \(next)")
    let old = phase
    (source, phase, didAppendFail) = (phase, next, false)
    startLoading()
    trace.append("did \(old)")
  }

  mutating func startLoading() {
    loadings += 1
    current = loadings
    requests.append(phase == .loading ? "load" : phase == .appending ? "append" : "refresh")
    trace.append("willLoad \(requests[loadings - 1])")
  }

  mutating func turn() {
    guard let request = asked else { return }
    asked = nil
    switch (request, phase) {
    case ("load", .initial): begin(.loading)
    case ("load", .loaded), ("load", .empty), ("load", .failed), ("retry", .failed): begin(.refreshing)
    case ("load", .loading), ("load", .refreshing): startLoading()
    case ("append", .loaded): if hasMore { begin(.appending) }
    case ("retry", .loaded): if didAppendFail { begin(.appending) }
    case ("declareLoaded", .initial), ("declareLoaded", .empty), ("declareLoaded", .failed):
      enter(.loaded)
      hasMore = true
    case ("declareEmpty", .initial), ("declareEmpty", .loaded), ("declareEmpty", .failed):
      enter(.empty)
      hasMore = false
    default: break
    }
  }

  mutating func finish(_ loading: Int, page: [LoadingBookContent], more: Bool) {
    guard loading == current else { return }
    let request = requests[loading - 1]
    let none = page.allSatisfy { $0.items.isEmpty }
    current = 0
    let result = more ? "complete" : none ? "empty" : "partial"
    let target: LoadingPhase
    if phase == .appending {
      target = result == "empty" && source == .empty ? .empty : .loaded
      books = MergeStrategy.updateInPlace.merging(page, into: books, sectionID: \.id, itemID: \.id)
    } else {
      target = result == "empty" ? .empty : .loaded
      books = page
    }
    enter(target)
    hasMore = more
    trace.append("didLoad \(request) \(result)")
  }

  mutating func fail(_ loading: Int) {
    guard loading == current else { return }
    current = 0
    let request = requests[loading - 1]
    if phase == .appending {
      enter(source == .empty ? .empty : .loaded)
      didAppendFail = phase == .loaded
    } else {
      enter(.failed)
    }
    trace.append("didLoad \(request) failed")
  }

  mutating func cancel(_ loading: Int) {
    guard loading == current, current > 0 else { return }
    current = 0
    enter(source)
    trace.append("didLoad \(requests[loading - 1]) cancelled")
  }

  /// - Parameter isNested: whether the edit was made in a closure of the source.
  mutating func edit(isNested: Bool, _ change: (inout [LoadingBookContent]) -> Void) {
    let before = isEmpty
    change(&books)
    guard isEmpty != before else { return }
    switch phase {
    case .loaded: if isEmpty { enter(.empty, quietly: !isNested) }
    case .empty: if !isEmpty { enter(.loaded, quietly: !isNested) }
    case .loading, .refreshing, .appending:
      if isEmpty, source == .loaded { source = .empty } else if !isEmpty, source == .empty { source = .loaded }
    case .initial, .failed: break
    }
  }
}

/// Random requests, answers and edits, for a source and, where it is compared, for what is written plainly.
final class LoadingRandomRun {
  var random: SeededRandom
  let desk = LoadingDesk()
  var naive = LoadingNaive()
  var log: [String] = []
  /// Whether one more thing may be done within what is going on.
  private var mayNest = false
  private var isNested = false
  var faults: [String] = []
  private let isCompared: Bool

  /// - Parameter isCompared: whether what is written plainly goes along. It knows only what is done here.
  init(seed: UInt64, isCompared: Bool = true) {
    self.isCompared = isCompared
    random = SeededRandom(seed: seed)
    let source = desk.source
    source.willTransition = { [unowned self] in
      desk.trace.append("will \($0)")
      nest(edits: false)
    }
    source.didTransition = { [unowned self] in
      desk.trace.append("did \($0)")
      nest(edits: true)
    }
    source.willLoad = { [unowned self] in
      desk.trace.append("willLoad \(Self.name($0.request))")
      nest(edits: true)
    }
    source.didLoad = { [unowned self] in
      desk.trace.append("didLoad \(Self.name($0.request)) \($1.result)")
      nest(edits: true)
    }
  }

  static func name(_ request: LoadingRequest<Int>) -> String {
    switch request {
    case .load: "load"
    case .refresh: "refresh"
    case .append: "append"
    }
  }

  func nest(edits: Bool) {
    guard mayNest, random.oneIn(5) else { return }
    mayNest = false
    isNested = true
    act(edits: edits)
    isNested = false
  }

  func step() {
    mayNest = random.oneIn(2)
    act(edits: true)
    mayNest = false
    guard isCompared else { return }
    // The trace of the desk has updates and starts, too.
    let trace = desk.takeTrace().filter { !$0.contains(">") && $0 != "start" }
    if trace != naive.trace { faults.append("\(trace) in the place of \(naive.trace)") }
    naive.trace = []
    let machine = desk.source.machine
    if machine.phase != naive.phase || desk.source.phase != naive.phase {
      faults.append("\(machine.phase) in the place of \(naive.phase)")
    }
    if machine.hasMore != naive.hasMore || machine.didAppendFail != naive.didAppendFail {
      faults.append("hasMore or didAppendFail differ in \(machine.phase)")
    }
    if (desk.source.appendError != nil) != naive.didAppendFail { faults.append("the append's error differs") }
    if (desk.source.current != nil) != (naive.current > 0) { faults.append("a loading is under way, or none") }
    if desk.content.content != naive.books { faults.append("\(desk.source.loadingText) is the wrong content") }
    if !faults.isEmpty { faults.insert(log.suffix(12).joined(separator: "; "), at: 0) }
  }

  private func act(edits: Bool) {
    // What is nested happens behind what is going on, as in the plain one, which is written for one thing at a time.
    let nested = isNested
    func both(_ text: String, _ plain: @escaping (inout LoadingNaive) -> Void, _ real: () -> Void) {
      log.append((nested ? "nested " : "") + text)
      if !isCompared {
        real()
      } else if nested {
        later.append(plain)
        real()
      } else {
        // First the plain one: what is nested in the real one comes behind it.
        plain(&naive)
        real()
        while !later.isEmpty { later.removeFirst()(&naive) }
      }
    }
    let source = desk.source
    switch random.below(edits ? 14 : 9) {
    case 0, 1, 2:
      let request = random.one(of: [
        "load", "load", "append", "append", "append", "retry", "declareLoaded", "declareEmpty",
      ])
      both("ask \(request)", { $0.asked = request }) {
        switch request {
        case "load": random.oneIn(2) ? source.load() : source.refresh()
        case "append": source.append()
        case "retry": source.retry()
        case "declareLoaded": source.declareLoaded()
        default: source.declareEmpty()
        }
      }
    case 3, 4:
      both("turn", { $0.turn() }) { desk.turns.run() }
    case 5, 6:
      guard let number = oneLoading() else { return }
      let page = randomPage()
      let more = random.oneIn(2)
      both("finish \(number)", { $0.finish(number, page: page, more: more) }) {
        desk.loadings[number - 1].finish(LoadedPage(page, hasMore: more))
      }
    case 7:
      guard let number = oneLoading() else { return }
      both("fail \(number)", { $0.fail(number) }) { desk.loadings[number - 1].fail(LoadingFailure("no")) }
    case 8:
      if random.oneIn(2), let number = oneLoading() {
        both("cancel \(number)", { $0.cancel(number) }) { desk.loadings[number - 1].cancel() }
      } else {
        both(
          "cancel",
          {
            $0.asked = nil
            $0.cancel($0.current)
          }, { source.cancel() })
      }
    default: edit(both)
    }
  }

  private var later: [(inout LoadingNaive) -> Void] = []

  /// The last one as a rule; an old one, which has ended or was dropped, now and then.
  private func oneLoading() -> Int? {
    guard !desk.loadings.isEmpty else { return nil }
    return random.oneIn(3) ? 1 + random.below(desk.loadings.count) : desk.loadings.count
  }

  private func randomPage() -> [LoadingBookContent] {
    var free = Array("abcdefgh").shuffled(using: &random)
    return Array("ABC".prefix(random.below(4))).map { id in
      let books = (0..<random.below(3)).compactMap { _ in
        free.popLast().map { LoadingBook("\($0)\(1 + random.below(2))") }
      }
      return SectionContent(LoadingShelf(id: String(id), title: "\(random.below(3))"), items: books)
    }
  }

  private func edit(
    _ both: (String, @escaping (inout LoadingNaive) -> Void, () -> Void) -> Void
  ) {
    let nested = isNested
    let content = desk.content
    switch random.below(5) {
    case 0:
      both(
        "removeAllItems",
        { $0.edit(isNested: nested) { books in for index in books.indices { books[index].items = [] } } },
        { content.removeAllItems() })
    case 1:
      let page = randomPage()
      both("set", { $0.edit(isNested: nested) { $0 = page } }, { content.set(page) })
    case 2:
      guard let id = content.allItems.randomElement(using: &random)?.id else { return }
      both(
        "remove \(id)",
        {
          $0.edit(isNested: nested) { books in
            for index in books.indices { books[index].items.removeAll { $0.id == id } }
          }
        }, { _ = try? content.remove(id) })
    case 3:
      let book = LoadingBook(random.one(of: ["x", "y", "z"]))
      guard content.numberOfSections > 0, content.place(of: book.id) == nil else { return }
      both(
        "append \(book.id)", { $0.edit(isNested: nested) { $0[0].items.append(book) } },
        { try? content.append(book, toSection: 0) })
    default:
      guard content.numberOfSections > 1 else { return }
      both(
        "moveSection", { $0.edit(isNested: nested) { $0.append($0.removeFirst()) } },
        { try? content.moveSection(from: 0, to: content.numberOfSections - 1) })
    }
  }
}

@Suite("Random loadings, beside what is written plainly")
struct LoadingRandomTests {
  @Test(
    "MK 4.2, MK-F1 to F9: requests, answers late, twice or never, edits, and all of it nested",
    arguments: RandomRuns.seeds(6))
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

  /// The rows as they must be, from the content and the phase alone.
  static func expected(_ source: LoadingBooks) -> String {
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
          ? " <empty \(part.section.id)\(part.section.title)>" : part.items.map { " \($0.text)" }.joined())
    }
    let failure = source.appendError.map { " \($0)" } ?? ""
    if phase == .appending || phase == .loaded && source.hasMore {
      parts.append("+: [more\(phase == .appending ? "…" : "")\(failure)]")
    }
    return parts.joined(separator: " | ")
  }

  @Test(
    "Placeholders and last rows keep the laws, whatever is loaded and edited, also by observers",
    arguments: RandomRuns.seeds(6))
  func randomRows(seed: UInt64) {
    // What an observer does is unknown to what is written plainly.
    let run = LoadingRandomRun(seed: seed, isCompared: false)
    let rows = PlaceholderDataSource(
      run.desk.source, emptySection: { $0.title == "0" ? nil : Placeholder(.empty, text: $0.id + $0.title) })
    let laws = LoadingLaws(rows) { LoadingPlaceholderTests.text($0) }
    // A second one on top, whose own placeholder comes and goes.
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
      if random.oneIn(4) {
        // Several steps as one.
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
      let expected = Self.expected(run.desk.source)
      #expect(text == expected)
      #expect(laws.faults.isEmpty && topLaws.faults.isEmpty, "\(laws.faults + topLaws.faults)")
      if text != expected || !laws.faults.isEmpty || !topLaws.faults.isEmpty { break }
    }
    #expect(laws.updates > 60)
    _ = token
  }
}
