import SectionedChanges
import SectionedDataSources
import Testing

@Suite("A request can be waited for")
@MainActor
struct LoadingOutcomeTests {
  /// Makes a source whose loadings the test ends, on this actor.
  private func made() -> (source: LoadingBooks, loadings: Loadings) {
    let source = LoadingBooks(MemoryList(anomalies: AnomalyHandler { _ in }), isolation: #isolation)
    let loadings = Loadings()
    source.start = { loadings.all.append($0) }
    return (source, loadings)
  }

  private final class Loadings {
    var all: [LoadingBooks.Loading] = []

    /// Waits for the loading at an index, and returns it.
    func loading(_ index: Int, isolation: isolated (any Actor)? = #isolation) async -> LoadingBooks.Loading {
      while all.count <= index { await Task.yield() }
      return all[index]
    }
  }

  /// Waits for the outcome of a request in a task of its own.
  private func outcome(
    of request: LoadingMachine.Request, _ source: LoadingBooks
  ) -> Task<LoadingMachine.Result?, Never> {
    Task { await source.outcome(of: request)?.result }
  }

  @Test("it ends with the page, after the list has it and the observers were notified")
  func pages() async throws {
    let (source, loadings) = made()
    var phases: [LoadingPhase] = []
    let token = source.observe { phases.append($0.phase) }
    let load = outcome(of: .load, source)
    await loadings.loading(0).finish(LoadedPage(loadingShelves("A: a b"), cursor: 2))
    #expect(await load.value == .complete)
    #expect(source.loadingText == "A: a b" && phases == [.loading, .loaded])
    let append = outcome(of: .append, source)
    await loadings.loading(1).fail(LoadingFailure("lost"))
    #expect(await append.value == .failed)
    #expect(source.appendError as? LoadingFailure == LoadingFailure("lost"))
    let retry = outcome(of: .retry, source)
    await loadings.loading(2).finish(LoadedPage(items: [LoadingBook("c")]))
    #expect(await retry.value == .partial)
    #expect(source.loadingText == "A: a b c")
    let refresh = outcome(of: .refresh, source)
    await loadings.loading(3).finish(LoadedPage([]))
    #expect(await refresh.value == .empty)
    token.cancel()
  }

  @Test("what is ignored, or begins no loading, has no outcome")
  func ignored() async {
    let (source, loadings) = made()
    for request in [LoadingMachine.Request.append, .retry, .declareEmpty, .append, .cancel] {
      let outcome = await source.outcome(of: request)
      #expect(outcome == nil)
    }
    #expect(source.phase == .empty && loadings.all.isEmpty)
  }

  @Test("a request that another one replaces in its turn has none")
  func replaced() async {
    let desk = LoadingDesk()
    let load = outcome(of: .load, desk.source)
    while desk.turns.count == 0 { await Task.yield() }
    desk.run { desk.source.declareLoaded() }
    #expect(await load.value == nil)
    #expect(desk.loadings.isEmpty && desk.source.phase == .loaded)
  }

  @Test("a request for the next page that gives way has none, whichever comes first", arguments: [true, false])
  func gaveWay(isFirst: Bool) async {
    let desk = LoadingDesk()
    if !isFirst { desk.source.load() }
    // The task runs when the test waits for the outcome and so releases the actor.
    Task {
      if isFirst { desk.source.load() }
      desk.turns.run()
    }
    let append = await desk.source.outcome(of: .append)
    #expect(append == nil)
    #expect(desk.loadings.count == 1 && desk.source.phase == .loading)
  }

  @Test("a load and a refresh in one turn are one request, with one outcome", arguments: [false, true])
  func joined(isLoadFirst: Bool) async {
    let desk = LoadingDesk()
    desk.load("A: a")
    let first = outcome(of: isLoadFirst ? .load : .refresh, desk.source)
    while desk.turns.count == 0 { await Task.yield() }
    desk.run { isLoadFirst ? desk.source.refresh() : desk.source.load() }
    desk.last?.finish(LoadedPage(loadingShelves("A: b")))
    #expect(await first.value == .partial)
    #expect(desk.loadings.count == 2 && desk.source.loadingText == "A: b")
  }

  @Test("a wait that is cancelled goes on, and so does the loading")
  func cancelledWait() async {
    let desk = LoadingDesk()
    let load = outcome(of: .load, desk.source)
    while desk.turns.count == 0 { await Task.yield() }
    desk.turns.run()
    load.cancel()
    await Task.yield()
    #expect(desk.source.phase == .loading && desk.last?.isValid == true)
    desk.last?.finish(LoadedPage(loadingShelves("A: a")))
    #expect(await load.value == .partial)
    #expect(desk.source.loadingText == "A: a")
  }

  @Test("whoever waits keeps the source, until the loading has ended")
  func kept() async {
    let loadings = Loadings()
    let load: Task<LoadingMachine.Result?, Never>
    do {
      let source = LoadingBooks(MemoryList(), isolation: #isolation)
      source.start = { loadings.all.append($0) }
      load = outcome(of: .load, source)
    }
    let loading = await loadings.loading(0)
    #expect(loading.source != nil && loading.finish(LoadedPage([])))
    #expect(await load.value == .empty)
  }

  @Test("a loading that is cancelled, or dropped for another, ends as cancelled, and so does a cancelled request")
  func cancelled() async {
    let desk = LoadingDesk()
    let load = outcome(of: .load, desk.source)
    while desk.turns.count == 0 { await Task.yield() }
    desk.turns.run()
    desk.run { desk.source.refresh() }
    #expect(await load.value == .cancelled)
    #expect(desk.loadings.count == 2 && desk.source.phase == .loading)

    let again = outcome(of: .refresh, desk.source)
    while desk.turns.count == 0 { await Task.yield() }
    desk.turns.run()
    desk.source.cancel()
    #expect(await again.value == .cancelled)
    #expect(desk.source.phase == .initial)

    let early = outcome(of: .load, desk.source)
    while desk.turns.count == 0 { await Task.yield() }
    desk.source.cancel()
    #expect(await early.value == .cancelled)
    desk.turns.run()
    #expect(desk.loadings.count == 3 && desk.source.phase == .initial)
  }

  @Test("a request for an earlier page that is cancelled in its turn ends as cancelled, and loads nothing")
  func cancelledEarlier() async {
    let desk = LoadingDesk()
    var loadings: [LoadingBooks.Loading] = []
    desk.source.startEarlier = { loadings.append($0) }
    desk.run { desk.source.load() }
    desk.last?.finish(LoadedPage(loadingShelves("A: b"), earlier: 1))
    func prepend() -> Task<LoadingMachine.Result?, Never> {
      Task { await desk.source.outcomeOfPrepend()?.result }
    }
    let first = prepend()
    while desk.turns.count == 0 { await Task.yield() }
    desk.source.cancel()
    desk.turns.run()
    #expect(await first.value == .cancelled)
    #expect(loadings.isEmpty && desk.source.hasEarlier)
    let second = prepend()
    while desk.turns.count == 0 { await Task.yield() }
    desk.turns.run()
    loadings.last?.finish(LoadedPage(items: [LoadingBook("a")]))
    #expect(await second.value == .partial)
    #expect(loadings.count == 1 && desk.source.loadingText == "A: a b")
    desk.source.startEarlier = nil
  }

  @Test("a page that cannot be shown is a failure, and an archive in its place is its page")
  func otherRequests() async throws {
    let (source, loadings) = made()
    let load = outcome(of: .load, source)
    await loadings.loading(0).finish(LoadedPage(items: [LoadingBook("a")]))
    #expect(await load.value == .failed)
    #expect(source.phase == .failed)

    let (other, its) = made()
    let first = outcome(of: .load, other)
    _ = await its.loading(0)
    try other.restore(from: SourceArchive(loadingShelves("A: a"), hasMore: true), refreshes: false)
    #expect(await first.value == .complete)
    #expect(other.loadingText == "A: a")
  }

  @Test("an outcome has a page or an error, and can be sent where its models can")
  func parts() {
    func send(_ value: some Sendable) {}
    let page = LoadingOutcome<Int, Int, Int>.page(LoadedPage(items: [1], cursor: 2))
    send(page)
    send(LoadingRequest.append(after: 2))
    #expect(page.page?.cursor == 2 && page.error == nil)
    let failed = LoadingOutcome<Int, Int, Int>.failed(LoadingFailure("lost"))
    #expect(failed.page == nil && failed.error is LoadingFailure)
  }
}
