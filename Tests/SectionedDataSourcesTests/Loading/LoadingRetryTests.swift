import SectionedChanges
import SectionedTesting
import Testing

@testable import SectionedDataSources

/// Loads and appends that succeed or fail at random, with a clock that the test sets. The time of each retry must
/// follow from the number of consecutive failures.
@Suite("The delays of retries, beside a count of failures")
@MainActor
struct LoadingRetryTests {
  private let hands = LoadingClockHands()
  private let waits = LoadingWaits()

  /// A naive implementation of a source's retries.
  private struct Naive {
    enum Phase { case initial, loaded, failed }

    let delays: [Int]
    var phase = Phase.initial
    /// Whether the loading in progress is of a next page; nil if there is none.
    var isAppending: Bool?
    var failures = 0
    /// The planned retry.
    var retry: (seconds: Int, isAppending: Bool)?

    mutating func begin(appending: Bool) { (isAppending, retry) = (appending, nil) }

    mutating func fail() {
      let wasAppending = isAppending == true
      if !wasAppending { phase = .failed }
      failures += 1
      isAppending = nil
      retry = nil
      if failures <= delays.count { retry = (delays[failures - 1], wasAppending) }
    }

    mutating func finish() { (phase, failures, isAppending, retry) = (.loaded, 0, nil, nil) }

    mutating func cancel() { (isAppending, retry) = (nil, nil) }
  }

  private func source(_ delays: [Int]) -> LoadingBooks {
    let timing = LoadingTiming(retryDelays: delays.map { Duration.seconds($0) })
    let source = LoadingBooks(
      MemoryList(loadingShelves("A:")), cursor: Int.self, timing: timing, clock: LoadingClock(hands: hands),
      isolation: #isolation)
    source.start = { [waits] loading in
      if case .append = loading.request { waits.note("append") } else { waits.note("load") }
    }
    return source
  }

  @Test("What is cancelled in a turn is not tried again because of an ignored request in a later one")
  func cancelled() async throws {
    let source = source([5])
    source.load()
    #expect(await waits.next() == "load")
    try #require(source.current).fail(LoadingFailure("no"))
    #expect(source.cancelRetry != nil)
    source.load()
    source.cancel()
    #expect(await source.outcome(of: .append) == nil)
    #expect(source.cancelRetry == nil && source.current == nil)
    await hands.waitForSleepers(0)
  }

  @Test("Each comes when it is due, and none besides", arguments: RandomRuns.seeds(24))
  func whenDue(seed: UInt64) async throws {
    var random = SeededRandom(seed: seed)
    let delays = (0..<random.below(5)).map { _ in 1 + random.below(9) }
    var naive = Naive(delays: delays)
    let source = source(delays)
    for step in 0..<60 {
      let comment: Comment = "step \(step), delays \(delays), SECTIONS_SEED=\(seed)"
      if naive.isAppending != nil {
        let loading = try #require(source.current, comment)
        switch random.below(6) {
        case 0...2:
          loading.fail(LoadingFailure("no"))
          naive.fail()
        case 3, 4:
          loading.finish(LoadedPage(items: [LoadingBook("a")], cursor: 1))
          naive.finish()
        default:
          source.cancel()
          naive.cancel()
        }
      } else if let retry = naive.retry, !random.oneIn(5) {
        await hands.waitForSleepers(1)
        // The retry does not begin earlier.
        hands.advance(by: .seconds(retry.seconds) - .milliseconds(1))
        #expect(hands.sleeping == 1 && source.current == nil, comment)
        hands.advance(by: .milliseconds(1))
        naive.begin(appending: retry.isAppending)
        #expect(await waits.next() == (retry.isAppending ? "append" : "load"), comment)
      } else if naive.phase == .failed, random.oneIn(3) {
        // A row requests the next page. The request is ignored, and the planned retry remains.
        #expect(await source.outcome(of: .append) == nil, comment)
      } else if naive.phase == .loaded, naive.retry != nil, random.oneIn(3) {
        // The load is replaced by a later request of the same turn, which then has no effect.
        source.load()
        _ = await source.outcome(of: .declareLoaded)
      } else if naive.retry != nil, random.oneIn(3) {
        source.cancel()
        naive.cancel()
      } else if naive.phase == .loaded, random.oneIn(2) {
        source.append()
        naive.begin(appending: true)
        #expect(await waits.next() == "append", comment)
      } else if random.oneIn(8), naive.phase != .loaded {
        // A declared phase ends the row of failures.
        await source.outcome(of: .declareLoaded)
        naive.finish()
      } else {
        source.load()
        naive.begin(appending: false)
        #expect(await waits.next() == "load", comment)
      }
      try #require(waits.isEmpty, comment)
      try #require((source.current != nil) == (naive.isAppending != nil), comment)
      try #require((source.cancelRetry != nil) == (naive.retry != nil), comment)
      #expect(source.failures == naive.failures, comment)
      await hands.waitForSleepers(naive.retry == nil ? 0 : 1)
    }
    source.cancel()
    await hands.waitForSleepers(0)
  }
}
