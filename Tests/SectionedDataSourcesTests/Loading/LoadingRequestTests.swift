import SectionedChanges
import SectionedDataSources
import Testing

@Suite("What a loading source does with requests and answers")
struct LoadingRequestTests {
  @Test("Of several requests in one turn one is performed, in the next turn; the next page yields to a load")
  func theLastRequestWins() {
    let desk = LoadingDesk()
    desk.source.load()
    desk.source.append()
    #expect(desk.turns.count == 1 && desk.source.phase == .initial)
    desk.turns.run()
    // An append before the first load has no effect, so a row that requests the next page does not cancel that load.
    #expect(desk.loadings.count == 1 && desk.source.phase == .loading)
    desk.run { desk.source.cancel() }
    desk.run { desk.source.append() }
    #expect(desk.loadings.count == 1 && desk.source.phase == .initial)
    desk.run {
      desk.source.declareEmpty()
      desk.source.load()
      desk.source.load()
    }
    #expect(desk.loadings.count == 2 && desk.source.phase == .loading)
  }

  @Test("The next page gives way only to a request that has an effect, whichever comes first")
  func theNextPageGivesWay() {
    let desk = LoadingDesk()
    desk.load("A: a")
    for asks in [[desk.source.declareLoaded, desk.source.append], [desk.source.append, desk.source.retry]] {
      desk.run { for ask in asks { ask() } }
      #expect(desk.source.phase == .appending)
      desk.source.cancel()
    }
    desk.run {
      desk.source.append()
      desk.source.declareEmpty()
    }
    #expect(desk.source.phase == .empty && desk.loadings.count == 3)
  }

  @Test("A cancel is done at once, and takes back what was asked for in the turn")
  func aCancelTakesRequestsBack() {
    let desk = LoadingDesk()
    desk.run {
      desk.source.load()
      desk.source.cancel()
    }
    #expect(desk.loadings.isEmpty && desk.source.phase == .initial)
    desk.run { desk.source.load() }
    desk.run {
      desk.source.cancel()
      desk.source.load()
    }
    #expect(desk.loadings.count == 2 && desk.source.phase == .loading)
  }

  @Test("A new loading replaces the current one, whose late answer changes nothing")
  func lateAnswersAreDropped() throws {
    let desk = LoadingDesk()
    desk.load("A: a")
    desk.run { desk.source.load() }
    let first = try #require(desk.last)
    var isDropped = false
    first.whenDropped { isDropped = true }
    _ = desk.takeTrace()
    desk.run { desk.source.load() }
    #expect(desk.takeTrace() == ["willLoad refresh", "start"])
    #expect(isDropped && !first.isValid && desk.last?.sourcePhase == .loaded)
    #expect(!first.finish(LoadedPage(loadingShelves("B: b"))))
    #expect(!first.fail(LoadingFailure("late")))
    #expect(desk.takeTrace() == [] && desk.source.loadingText == "A: a")
    desk.source.cancel()
    #expect(desk.source.phase == .loaded && desk.source.current == nil)
  }

  @Test("An answer that waits behind a new loading is late")
  func anAnswerBehindANewLoading() throws {
    let desk = LoadingDesk()
    defer { desk.close() }
    desk.load("A: a")
    let did = desk.source.didTransition
    desk.source.didTransition = { phase in
      did?(phase)
      desk.source.didTransition = did
      desk.run { desk.source.load() }
      // The loading was not dropped, because the new request waits for its turn.
      #expect(desk.last?.finish(LoadedPage(loadingShelves("B: b"))) == true)
    }
    desk.run { desk.source.load() }
    #expect(
      desk.takeTrace() == [
        "will refreshing in loaded", "loaded>refreshing A: a", "willLoad refresh", "start", "did loaded in refreshing",
        "willLoad refresh", "start",
      ])
    #expect(desk.source.phase == .refreshing && desk.source.current === desk.last)
  }

  @Test("Another page and declared phases are ignored while a page is appended")
  func appendingIsNotDisturbed() {
    let desk = LoadingDesk()
    desk.load("A: a")
    desk.run { desk.source.append() }
    for ask in [desk.source.append, desk.source.declareEmpty, desk.source.declareLoaded] { desk.run(ask) }
    #expect(desk.loadings.count == 2 && desk.source.phase == .appending)
  }

  @Test("a load or a refresh while more is appended wins, and the late page is dropped", arguments: [false, true])
  func aRefreshWinsOverAnAppend(isLoad: Bool) throws {
    let desk = LoadingDesk()
    desk.load("A: a")
    desk.run { desk.source.append() }
    let append = try #require(desk.last)
    var isDropped = false
    append.whenDropped { isDropped = true }
    _ = desk.takeTrace()
    desk.run { isLoad ? desk.source.load() : desk.source.refresh() }
    #expect(
      desk.takeTrace() == [
        "will refreshing in appending", "appending>refreshing A: a", "willLoad refresh", "start",
        "did appending in refreshing",
      ])
    #expect(isDropped && !append.isValid && desk.last?.request == .refresh)
    #expect(!append.finish(LoadedPage(loadingShelves("A: late"))))
    #expect(desk.takeTrace() == [] && desk.source.loadingText == "A: a")
    desk.last?.finish(LoadedPage(loadingShelves("A: b"), hasMore: true))
    #expect(desk.source.phase == .loaded && desk.source.loadingText == "A: b")
    // No page can be appended during a refresh.
    desk.run { desk.source.refresh() }
    desk.run { desk.source.append() }
    #expect(desk.source.phase == .refreshing)
    desk.source.cancel()
    #expect(desk.source.phase == .loaded && desk.source.hasMore)
  }

  @Test("A loading ends once, and later answers are ignored")
  func aLoadingEndsOnce() throws {
    let desk = LoadingDesk()
    desk.run { desk.source.load() }
    let loading = try #require(desk.last)
    #expect(loading.finish(LoadedPage(loadingShelves("A: a"))))
    let trace = desk.takeTrace()
    #expect(!loading.finish(LoadedPage(loadingShelves("B: b"))))
    #expect(!loading.cancel())
    #expect(!loading.fail(LoadingFailure("late")))
    #expect(desk.takeTrace() == [] && trace.last == "didLoad load partial")
    desk.run { desk.source.load() }
    #expect(desk.last?.cancel() == true)
    #expect(desk.last?.finish(LoadedPage(loadingShelves("B: b"))) == false)
    #expect(desk.source.phase == .loaded && desk.source.loadingText == "A: a")
  }

  @Test("A loading knows its source and its request, and neither keeps the other alive")
  func aLoadingKnowsItsSource() throws {
    var desk: LoadingDesk? = LoadingDesk()
    desk?.run { desk?.source.load() }
    let loading = try #require(desk?.last)
    var isDropped = false
    loading.whenDropped { isDropped = true }
    #expect(loading.request == .load)
    let source = { [weak source = desk?.source] in source }
    desk = nil
    #expect(source() == nil && loading.source == nil && isDropped)
    #expect(!loading.finish(LoadedPage([])))
  }

  @Test("A request without a loader is an anomaly, and no loading begins")
  func noLoader() {
    let desk = LoadingDesk()
    defer { desk.close() }
    desk.load("A: a")
    desk.source.start = nil
    desk.run { desk.source.load() }
    desk.run { desk.source.append() }
    #expect(desk.takeTrace() == [] && desk.source.phase == .loaded)
    #expect(desk.anomalyKinds == [.noLoader, .noLoader])
    // If the loader is removed while its loading begins, the loading ends.
    desk.source.start = { _ in }
    desk.source.willLoad = { _ in desk.source.start = nil }
    desk.run { desk.source.load() }
    #expect(desk.source.phase == .loaded && desk.source.current == nil)
  }

  @Test("A loading and an append have an error each, and each is retried")
  func errorsAndRetries() throws {
    let desk = LoadingDesk()
    desk.run { desk.source.load() }
    desk.last?.fail(LoadingFailure("first"))
    #expect(desk.source.phase == .failed && desk.source.error as? LoadingFailure == LoadingFailure("first"))
    desk.run { desk.source.retry() }
    #expect(desk.source.phase == .refreshing && desk.source.error != nil)
    desk.last?.finish(LoadedPage(loadingShelves("A: a"), cursor: 7))
    #expect(desk.source.error == nil)
    desk.run { desk.source.append() }
    desk.last?.fail(LoadingFailure("second"))
    #expect(desk.source.phase == .loaded && desk.source.appendError as? LoadingFailure == LoadingFailure("second"))
    #expect(desk.source.error == nil && desk.source.hasMore)
    desk.run { desk.source.retry() }
    #expect(desk.source.phase == .appending && desk.source.appendError == nil)
    #expect(desk.last?.request == .append(after: 7))
    desk.last?.finish(LoadedPage(items: []))
    #expect(desk.source.phase == .loaded && !desk.source.hasMore)
    desk.run { desk.source.retry() }
    #expect(desk.source.phase == .loaded)
  }

  @Test("A page of items goes to the last section; without a section it is an error")
  func pagesOfItems() {
    let desk = LoadingDesk()
    desk.run { desk.source.load() }
    desk.last?.finish(LoadedPage(items: [LoadingBook("a")]))
    #expect(desk.source.phase == .failed && desk.anomalyKinds == [.sectionOutOfBounds])
    desk.content.appendSection(LoadingShelf(id: "A"))
    desk.content.appendSection(LoadingShelf(id: "B"))
    desk.run { desk.source.load() }
    desk.last?.finish(LoadedPage(items: [LoadingBook("a"), LoadingBook("b")], hasMore: true))
    desk.run { desk.source.append() }
    desk.last?.finish(LoadedPage(items: [LoadingBook("c"), LoadingBook("a2")]))
    #expect(desk.source.loadingText == "A: | B: a2 b c")
  }

  @Test("Within changes performed together, all of it is one step")
  func togetherIsOneStep() {
    let desk = LoadingDesk()
    desk.load("A: a")
    desk.source.performTogether {
      desk.run { desk.source.append() }
      #expect(desk.source.machine.phase == .appending && desk.source.phase == .loaded)
      desk.last?.finish(LoadedPage(loadingShelves("A: b")))
      desk.last?.finish(LoadedPage(loadingShelves("A: c")))
    }
    #expect(desk.takeTrace().filter { $0.contains(">") } == ["loaded>loaded A: a b"])
    #expect(desk.source.phase == .loaded && !desk.source.hasMore)
  }

  @Test("loadIfNeeded asks once")
  func loadIfNeeded() {
    let desk = LoadingDesk()
    desk.run { desk.source.loadIfNeeded() }
    desk.run { desk.source.loadIfNeeded() }
    #expect(desk.loadings.count == 1)
    desk.last?.finish(LoadedPage([]))
    desk.run { desk.source.loadIfNeeded() }
    #expect(desk.loadings.count == 1 && desk.source.phase == .empty)
  }

  @Test("loadIfNeeded asks where the turn has only requests that are ignored, as of a row that asks for the next page")
  func loadIfNeededAfterOtherRequests() {
    let desk = LoadingDesk()
    desk.run {
      desk.source.append()
      desk.source.retry()
      desk.source.loadIfNeeded()
    }
    #expect(desk.loadings.map(\.request) == [.load] && desk.source.phase == .loading)
    let other = LoadingDesk()
    other.run {
      other.source.declareEmpty()
      other.source.loadIfNeeded()
    }
    #expect(other.loadings.isEmpty && other.source.phase == .empty)
  }
}
