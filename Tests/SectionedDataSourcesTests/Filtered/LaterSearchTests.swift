import SectionedChanges
import SectionedTesting
import Testing

@testable import SectionedDataSources

/// Collects the questions of a search, to be answered later. A name matches if it contains the text.
private final class Desk {
  var questions: [SearchQuestion<Int>] = []
  var cancelled: [String] = []
  private var answers: [Set<ListedID<Int>>] = []

  func take(_ question: SearchQuestion<Int>, of base: Racks) {
    questions.append(question)
    question.onCancel = { [unowned self] in cancelled.append(question.query.text) }
    // The answer is computed now. Items that change later are in a new question.
    answers.append(
      Set(question.candidates.filter { base.item(for: $0)?.name.contains(question.query.text) ?? false }))
  }

  func answer(_ index: Int) { questions[index].answer(answers[index]) }
}

@Suite("A search that is answered later")
struct LaterSearchTests {
  private let base = Racks.make([["anna", "alma", "bob"], ["carl"]])
  private let desk = Desk()
  private let found: FilteredDataSource<Racks>

  init() {
    found = FilteredDataSource(base, asking: { [base, desk] in desk.take($0, of: base) })
  }

  @Test("What is shown stays until the answer comes; the phase says that one is awaited")
  func answered() {
    var trace: [String] = []
    let token = found.observe { trace.append("\($0.oldPhase) → \($0.phase): \($0.changes.items.deleted.count)") }
    #expect(desk.questions.isEmpty)
    found.text = "a"
    #expect(desk.questions.map(\.candidates) == [[0, 1, 2, 3].map { ListedID($0) }])
    #expect(desk.questions.map(\.isWhole) == [true])
    #expect(found.isAwaitingAnswer)
    #expect(found.numberOfItems == 4)
    desk.answer(0)
    #expect(found.names == [["anna", "alma"], ["carl"]])
    #expect(!found.isAwaitingAnswer)
    #expect(trace == ["loaded → refreshing: 0", "refreshing → loaded: 1"])
    token.cancel()
  }

  @Test("Empty sections stay until the first answer to a search, and are there again when it ends")
  func emptySections() {
    base.appendSection(Rack(id: 7))
    #expect(found.names == [["anna", "alma", "bob"], ["carl"], []])
    found.text = "b"
    #expect(found.names == [["anna", "alma", "bob"], ["carl"], []])
    desk.answer(0)
    #expect(found.names == [["bob"]])
    found.text = "c"
    #expect(found.names == [["bob"]], "the matches of the last query stay")
    desk.answer(1)
    #expect(found.names == [["carl"]])
    found.text = ""
    #expect(found.names == [["anna", "alma", "bob"], ["carl"], []])
  }

  @Test("A stale answer is dropped, also one that comes twice")
  func stale() {
    found.text = "a"
    found.text = "b"
    #expect(desk.cancelled == ["a"])
    #expect(desk.questions.map(\.isCurrent) == [false, true])
    desk.answer(0)
    #expect(found.numberOfItems == 4)
    desk.answer(1)
    #expect(found.names == [["bob"]])
    desk.answer(0)
    desk.questions[1].answer([])
    #expect(found.names == [["bob"]])
  }

  @Test("Leaving a search shows all items at once, without waiting for an answer")
  func leaving() {
    found.text = "b"
    desk.answer(0)
    found.text = "c"
    found.text = ""
    #expect(found.numberOfItems == 4)
    #expect(found.phase == .loaded)
    #expect(desk.cancelled == ["c"])
    desk.answer(1)
    #expect(found.numberOfItems == 4)
  }

  @Test("What changes in the base meanwhile is a question of its own, and of two answers the later question's counts")
  func meanwhile() throws {
    found.text = "a"
    try base.update(Volume(id: 2, name: "bab"))
    try base.update(Volume(id: 0, name: "x"))
    try base.remove(1)
    try base.append(Volume(id: 9, name: "ada"), toSection: 1)
    #expect(desk.questions.map(\.candidates) == [[0, 1, 2, 3], [2], [0], [9]].map { $0.map { ListedID($0) } })
    #expect(desk.questions.map(\.isWhole) == [true, false, false, false])
    desk.answer(1)
    #expect(found.names == [["x", "bab"], ["carl"]], "the first answer to a query is awaited, also for what comes")
    desk.answer(0)
    #expect(found.names == [["x", "bab"], ["carl"]], "what is still asked about stays as it was")
    desk.answer(2)
    #expect(found.names == [["bab"], ["carl"]])
    #expect(found.isAwaitingAnswer)
    desk.answer(3)
    #expect(!found.isAwaitingAnswer)
    #expect(found.names == [["bab"], ["carl", "ada"]])
  }

  @Test("After the answer, what comes is shown when it is answered, and what changes stays until then")
  func afterwards() throws {
    found.text = "a"
    desk.answer(0)
    try base.append(Volume(id: 9, name: "ada"), toSection: 1)
    try base.update(Volume(id: 0, name: "x"))
    #expect(found.names == [["x", "alma"], ["carl"]])
    #expect(found.phase == .refreshing)
    desk.answer(2)
    #expect(found.names == [["alma"], ["carl"]])
    desk.answer(1)
    #expect(found.names == [["alma"], ["carl", "ada"]])
    #expect(found.phase == .loaded)
    found.refilter()
    #expect(desk.questions.last?.isWhole == true)
    #expect(found.names == [["alma"], ["carl", "ada"]])
  }

  @Test("What left and comes back is not shown before it is answered")
  func back() throws {
    found.text = "a"
    desk.answer(0)
    let anna = try base.remove(0)
    try base.insert(anna ?? Volume(id: 0, name: ""), at: ItemPlace(section: 0, item: 0))
    #expect(found.names == [["alma"], ["carl"]])
    desk.answer(1)
    #expect(found.names == [["anna", "alma"], ["carl"]])
  }

  @Test("An answer is not about what has left meanwhile, should it come back")
  func leftMeanwhile() throws {
    found.text = "a"
    let anna = try base.remove(0)
    desk.answer(0)
    try base.insert(anna ?? Volume(id: 0, name: ""), at: ItemPlace(section: 0, item: 0))
    #expect(found.names == [["alma"], ["carl"]])
    desk.answer(1)
    #expect(found.names == [["anna", "alma"], ["carl"]])
  }

  @Test("A question may be answered at once")
  func atOnce() throws {
    let found = FilteredDataSource(
      base,
      asking: { [base] question in
        question.answer(Set(question.candidates.filter { base.item(for: $0)?.name.contains("b") ?? false }))
      })
    found.text = "b"
    #expect(found.names == [["bob"]])
    try base.append(Volume(id: 9, name: "bea"), toSection: 1)
    #expect(found.names == [["bob"], ["bea"]])
  }

  @Test("A source that is gone awaits nothing")
  func gone() {
    let desk = desk
    var found: FilteredDataSource<Racks>? = FilteredDataSource(base, asking: { [base] in desk.take($0, of: base) })
    found?.text = "a"
    found = nil
    #expect(desk.cancelled == ["a"])
    desk.answer(0)
  }

  @Test("Questions answered in any order, while the base changes, end in what matches", arguments: RandomRuns.seeds(8))
  func random(seed: UInt64) throws {
    let shelves = Racks(anomalies: .quiet)
    let editor = ShelfEditor(shelves, seed: seed)
    shelves.set(editor.content())
    let desk = Desk()
    let found = FilteredDataSource(shelves, asking: { [unowned shelves] in desk.take($0, of: shelves) })
    found.derived.patience = editor.random.one(of: [0, 2, 1000])
    let model = DerivedModel()
    let laws = try DerivedLaws("later", found) {
      if found.isAwaitingAnswer { return model.content(found) }
      return model.filter(shelves, keepsEmpty: found.keepsEmptyNow) { $0.name.contains(found.text) }
    }
    for _ in 0..<150 {
      switch editor.random.below(7) {
      case 0: found.text = editor.random.one(of: ["", "a", "b", "1", "c2"])
      case 1...3:
        let open = desk.questions.indices.filter { desk.questions[$0].isCurrent }
        if !open.isEmpty { desk.answer(editor.random.one(of: open)) }
      case 4:
        found.performTogether {
          editor.edit()
          if editor.random.oneIn(3) { found.keepsEmptySections.toggle() }
          if editor.random.oneIn(3) { found.keepsEmptySectionsAtRest.toggle() }
          if editor.random.oneIn(3) { found.refilter() }
          if let last = desk.questions.indices.last { desk.answer(last) }
          editor.edit()
        }
      default: editor.edit()
      }
      try laws.check()
    }
    while let open = desk.questions.indices.first(where: { desk.questions[$0].isCurrent }) { desk.answer(open) }
    #expect(!found.isAwaitingAnswer)
    try laws.check()
  }
}

/// Answers questions when a test permits it.
@MainActor
private final class Clerk {
  typealias IDs = Set<ListedID<Int>>
  private var waiting: [String: CheckedContinuation<IDs, Never>] = [:]
  private let arrived: AsyncStream<String>.Continuation
  let arrivals: AsyncStream<String>

  init() {
    (arrivals, arrived) = AsyncStream.makeStream(of: String.self)
  }

  func ask(_ query: SearchQuery) async -> IDs {
    await withCheckedContinuation {
      waiting[query.text] = $0
      arrived.yield(query.text)
    }
  }

  func answer(_ text: String, _ ids: [Int]) {
    waiting.removeValue(forKey: text)?.resume(returning: Set(ids.map { ListedID($0) }))
  }
}

@MainActor
@Suite("A search that an asynchronous closure answers")
struct AsynchronousSearchTests {
  @Test("Answers come on the source's actor; stale ones are dropped")
  func answers() async {
    let base = Racks.make([["anna", "alma", "bob"]])
    let clerk = Clerk()
    let found = FilteredDataSource(base, isolation: #isolation, search: { query, _ in await clerk.ask(query) })
    let (steps, continuation) = AsyncStream.makeStream(of: [[String]].self)
    let token = found.observe { [unowned found] update in
      MainActor.assertIsolated()
      if update.phase == .loaded { continuation.yield(found.names) }
    }
    var arrivals = clerk.arrivals.makeAsyncIterator()
    found.text = "a"
    #expect(await arrivals.next() == "a")
    found.text = "b"
    #expect(await arrivals.next() == "b")
    clerk.answer("a", [0, 1])
    clerk.answer("b", [2])
    var iterator = steps.makeAsyncIterator()
    #expect(await iterator.next() == [["bob"]])
    token.cancel()
  }

  @Test("A closure whose answer is not awaited any more is cancelled, and may be given models")
  func cancelled() async {
    let base = Racks.make([["anna", "alma", "bob"]])
    let (ends, continuation) = AsyncStream.makeStream(of: String.self)
    let found = FilteredDataSource(
      base,
      isolation: #isolation,
      searchingItems: { query, items in
        if query.text == "a" {
          // Waits until the task is cancelled.
          let (stream, _) = AsyncStream.makeStream(of: Int.self)
          for await _ in stream {}
          continuation.yield("cancelled: \(Task.isCancelled)")
        }
        return Set(items.filter { $0.item.name.contains(query.text) }.map(\.id))
      })
    let token = found.observe { [unowned found] update in
      if update.phase == .loaded { continuation.yield("\(found.names)") }
    }
    found.text = "a"
    found.text = "bo"
    var iterator = ends.makeAsyncIterator()
    var seen: Set<String> = []
    for _ in 0..<2 { if let end = await iterator.next() { seen.insert(end) } }
    #expect(seen == ["cancelled: true", #"[["bob"]]"#])
    token.cancel()
  }
}
