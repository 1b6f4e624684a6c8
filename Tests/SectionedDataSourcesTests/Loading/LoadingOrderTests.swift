import SectionedChanges
import SectionedDataSources
import Testing

@Suite("What a loading source notifies, in order")
struct LoadingOrderTests {
  @Test("The beginning of a loading notifies in the order will, update, willLoad, loader, did")
  func aLoadingBegins() {
    let desk = LoadingDesk()
    desk.run { desk.source.load() }
    #expect(
      desk.takeTrace() == [
        "will loading in initial", "initial>loading ", "willLoad load", "start", "did initial in loading",
      ])
    #expect(desk.last?.sourcePhase == .initial && desk.last?.source === desk.source)
  }

  @Test("The end of a loading notifies in the order will, content and phase in one update, did, didLoad")
  func aLoadingEnds() {
    let desk = LoadingDesk()
    desk.run { desk.source.load() }
    _ = desk.takeTrace()
    #expect(desk.last?.finish(LoadedPage(loadingShelves("A: a b"), cursor: 1)) == true)
    #expect(
      desk.takeTrace() == [
        "will loaded in loading", "loading>loaded A: a b", "did loading in loaded", "didLoad load complete",
      ])
    desk.run { desk.source.append() }
    desk.last?.finish(LoadedPage(loadingShelves("A: c"), hasMore: false))
    #expect(
      desk.takeTrace() == [
        "will appending in loaded", "loaded>appending A: a b", "willLoad append(after: Optional(1))", "start",
        "did loaded in appending", "will loaded in appending", "appending>loaded A: a b c", "did appending in loaded",
        "didLoad append(after: Optional(1)) partial",
      ])
    #expect(!desk.source.hasMore)
    desk.run { desk.source.refresh() }
    desk.last?.finish(LoadedPage(loadingShelves("A: a b c")))
    #expect(
      desk.takeTrace() == [
        "will refreshing in loaded", "loaded>refreshing A: a b c", "willLoad refresh", "start",
        "did loaded in refreshing", "will loaded in refreshing", "refreshing>loaded A: a b c",
        "did refreshing in loaded", "didLoad refresh partial",
      ])
  }

  @Test("A declared phase is notified without a loading")
  func declaredPhases() {
    let desk = LoadingDesk("A: a")
    desk.run { desk.source.declareLoaded() }
    desk.run { desk.source.declareLoaded() }
    desk.run { desk.source.declareEmpty() }
    #expect(
      desk.takeTrace() == [
        "will loaded in initial", "initial>loaded A: a", "did initial in loaded", "will empty in loaded",
        "loaded>empty A: a", "did loaded in empty",
      ])
  }

  @Test("An immediate answer is delivered after the beginning of its loading")
  func anAnswerAtOnceWaits() {
    let desk = LoadingDesk()
    defer { desk.close() }
    desk.source.start = { loading in
      desk.trace.append("start")
      loading.finish(LoadedPage(loadingShelves("A: a")))
    }
    desk.run { desk.source.load() }
    #expect(
      desk.takeTrace() == [
        "will loading in initial", "initial>loading ", "willLoad load", "start", "did initial in loading",
        "will loaded in loading", "loading>loaded A: a", "did loading in loaded", "didLoad load partial",
      ])
  }

  @Test("Requests of a closure or an observer wait for the current event, and are performed in order")
  func nestedEventsWait() {
    let desk = LoadingDesk()
    defer { desk.close() }
    desk.load("A: a")
    var token: ObservationToken?
    token = desk.source.observe { _ in
      // The request's turn runs while observers are notified of another event.
      token = nil
      desk.run { desk.source.append() }
      desk.trace.append("asked")
    }
    desk.run { desk.source.declareEmpty() }
    _ = token
    #expect(
      desk.takeTrace() == ["will empty in loaded", "loaded>empty A: a", "asked", "did loaded in empty"])
    desk.source.didTransition = { _ in
      desk.source.didTransition = nil
      desk.source.cancel()
      desk.trace.append("cancelled")
    }
    desk.run { desk.source.load() }
    #expect(
      desk.takeTrace() == [
        "will refreshing in empty", "empty>refreshing A: a", "willLoad refresh", "start", "cancelled",
        "will empty in refreshing", "refreshing>empty A: a", "didLoad refresh cancelled",
      ])
  }

  @Test("A list emptied or filled by hand: one update with both, then did alone")
  func editsByHand() throws {
    let desk = LoadingDesk()
    desk.load("A: a")
    desk.content.removeAllItems()
    #expect(desk.takeTrace() == ["loaded>empty A:", "did loaded in empty"])
    try desk.content.append(LoadingBook("b"), toSection: 0)
    #expect(desk.takeTrace() == ["empty>loaded A: b", "did empty in loaded"])
    try desk.content.append(LoadingBook("c"), toSection: 0)
    #expect(desk.takeTrace() == ["loaded>loaded A: b c"])
  }

  @Test("An edit by hand in a closure: the phase waits its turn, with will and did")
  func editsByHandInClosures() {
    let desk = LoadingDesk()
    defer { desk.close() }
    desk.load("A: a")
    let will = desk.source.willTransition
    desk.source.willTransition = { phase in
      will?(phase)
      desk.source.willTransition = will
      desk.content.removeAllItems()
    }
    desk.run { desk.source.append() }
    // The append began while the list had items. The list is empty when the append is cancelled, so it returns to
    // empty.
    desk.source.cancel()
    #expect(
      desk.takeTrace() == [
        "will appending in loaded", "loaded>loaded A:", "loaded>appending A:", "willLoad append(after: nil)", "start",
        "did loaded in appending", "will empty in appending", "appending>empty A:", "did appending in empty",
        "didLoad append(after: nil) cancelled",
      ])
    desk.source.didLoad = { _, _ in desk.content.removeAllItems() }
    desk.load("A: b")
    #expect(desk.source.phase == .empty)
  }

  @Test("Observers of the content find the phase changed, too")
  func contentIsNotifiedWithThePhase() {
    let desk = LoadingDesk()
    var phases: [LoadingPhase] = []
    let token = desk.content.observe { _ in phases.append(desk.source.phase) }
    desk.load("A: a")
    desk.content.removeAllItems()
    #expect(phases == [.loaded, .empty])
    _ = token
  }

  @Test("AdvancedCollectionView: whenLoaded is called once, when it is so")
  func whenLoaded() {
    let desk = LoadingDesk()
    defer { desk.close() }
    var calls: [String] = []
    desk.source.whenLoaded { calls.append("1 in \(desk.source.phase)") }
    desk.run { desk.source.load() }
    desk.source.cancel()
    #expect(calls == [])
    desk.run { desk.source.load() }
    desk.source.didLoad = { _, _ in
      desk.source.whenLoaded { calls.append("2") }
      calls.append("didLoad")
    }
    desk.last?.fail(LoadingFailure("lost"))
    desk.source.whenLoaded { calls.append("3") }
    #expect(calls == ["didLoad", "1 in failed", "2", "3"])
  }
}
