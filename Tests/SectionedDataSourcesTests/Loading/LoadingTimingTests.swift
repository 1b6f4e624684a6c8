import Foundation
import SectionedChanges
import SectionedDataSources
import TestTraits
import Testing

/// The present time for any thread, because the clock computes deadlines on any thread.
final class LoadingTime: @unchecked Sendable {
  private let lock = NSLock()
  private var time: Duration = .zero

  var now: Duration {
    get { lock.withLock { time } }
    set { lock.withLock { time = newValue } }
  }
}

/// The state of a clock that a test advances.
@MainActor
final class LoadingClockHands {
  private struct Sleeper {
    var number: Int
    var deadline: Duration
    var wake: CheckedContinuation<Void, any Error>
  }

  let time = LoadingTime()
  private var sleepers: [Sleeper] = []
  private var watchers: [(count: Int, wake: CheckedContinuation<Void, Never>)] = []
  private var lastNumber = 0

  var sleeping: Int { sleepers.count }

  func sleep(until deadline: Duration) async throws {
    lastNumber += 1
    let number = lastNumber
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (wake: CheckedContinuation<Void, any Error>) in
        if Task.isCancelled { return wake.resume(throwing: CancellationError()) }
        sleepers.append(Sleeper(number: number, deadline: deadline, wake: wake))
        announce()
      }
    } onCancel: {
      Task { @MainActor in self.cancel(number) }
    }
  }

  private func cancel(_ number: Int) {
    guard let index = sleepers.firstIndex(where: { $0.number == number }) else { return }
    sleepers.remove(at: index).wake.resume(throwing: CancellationError())
    announce()
  }

  private func announce() {
    for watcher in watchers where watcher.count == sleepers.count { watcher.wake.resume() }
    watchers.removeAll { $0.count == sleepers.count }
  }

  /// Waits until a number of tasks sleep.
  func waitForSleepers(_ count: Int) async {
    if sleepers.count == count { return }
    await withCheckedContinuation { watchers.append((count, $0)) }
  }

  func advance(by duration: Duration) {
    time.now += duration
    for sleeper in sleepers where sleeper.deadline <= time.now { sleeper.wake.resume() }
    sleepers.removeAll { $0.deadline <= time.now }
    // The woken tasks run in later turns.
  }
}

struct LoadingClock: Clock {
  struct Instant: InstantProtocol {
    var time: Duration
    func advanced(by duration: Duration) -> Instant { Instant(time: time + duration) }
    func duration(to other: Instant) -> Duration { other.time - time }
    static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.time < rhs.time }
  }

  let hands: LoadingClockHands
  var minimumResolution: Duration { .zero }
  var now: Instant { Instant(time: hands.time.now) }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try await hands.sleep(until: deadline.time)
  }
}

/// Collects notifications, and returns them one at a time.
@MainActor
final class LoadingWaits {
  private var entries: [String] = []
  private var watcher: CheckedContinuation<Void, Never>?

  func note(_ entry: String) {
    entries.append(entry)
    watcher?.resume()
    watcher = nil
  }

  func next() async -> String {
    while entries.isEmpty { await withCheckedContinuation { watcher = $0 } }
    return entries.removeFirst()
  }

  var isEmpty: Bool { entries.isEmpty }
}

@Suite("A loading source and time, on the actor that made it")
@MainActor
struct LoadingTimingTests {
  let hands = LoadingClockHands()
  let waits = LoadingWaits()

  /// Makes a source with a test's clock, whose loadings the test ends.
  func source(_ timing: LoadingTiming) -> LoadingBooks {
    let source = LoadingBooks(
      MemoryList(loadingShelves("A:")), cursor: Int.self, timing: timing, clock: LoadingClock(hands: hands),
      isolation: #isolation)
    source.start = { [waits] in waits.note("start \($0.request)") }
    source.didLoad = { [waits] loading, outcome in
      waits.note("didLoad \(outcome.result)" + (outcome.error.map { " \($0)" } ?? ""))
    }
    return source
  }

  @Test("A loading that takes too long fails, and its answer is late")
  func aTimeout() async throws {
    let source = source(LoadingTiming(timeout: .seconds(10)))
    source.load()
    #expect(await waits.next() == "start load")
    let loading = try #require(source.current)
    await hands.waitForSleepers(1)
    hands.advance(by: .seconds(9))
    #expect(hands.sleeping == 1)
    hands.advance(by: .seconds(1))
    #expect(await waits.next() == "didLoad failed LoadingTimeout(duration: 10.0 seconds)")
    #expect(source.phase == .failed && source.error is LoadingTimeout)
    #expect(!loading.finish(LoadedPage(items: [])))
    // A loading that ends in time is not affected.
    source.load()
    #expect(await waits.next() == "start refresh")
    await hands.waitForSleepers(1)
    source.current?.finish(LoadedPage(items: [LoadingBook("a")]))
    #expect(await waits.next() == "didLoad partial")
    await hands.waitForSleepers(0)
    #expect(source.phase == .loaded)
  }

  @Test("What failed is tried again after each delay, and no more after the last")
  func delayedRetries() async {
    let source = source(LoadingTiming(retryDelays: [.seconds(1), .seconds(4)]))
    source.load()
    #expect(await waits.next() == "start load")
    for delay in [1, 4] {
      source.current?.fail(LoadingFailure("no"))
      #expect(await waits.next() == "didLoad failed no")
      await hands.waitForSleepers(1)
      // The retry does not begin earlier.
      hands.advance(by: .seconds(delay) - .milliseconds(1))
      #expect(hands.sleeping == 1)
      hands.advance(by: .milliseconds(1))
      #expect(await waits.next() == "start refresh")
    }
    source.current?.fail(LoadingFailure("no"))
    #expect(await waits.next() == "didLoad failed no")
    #expect(source.phase == .failed && hands.sleeping == 0)
    // A success ends the row of failures. An append is retried, too.
    source.load()
    #expect(await waits.next() == "start refresh")
    source.current?.finish(LoadedPage(items: [LoadingBook("a")], cursor: 1))
    #expect(await waits.next() == "didLoad complete")
    source.append()
    #expect(await waits.next() == "start append(after: Optional(1))")
    source.current?.fail(LoadingFailure("no"))
    #expect(await waits.next() == "didLoad failed no")
    await hands.waitForSleepers(1)
    hands.advance(by: .seconds(1))
    #expect(await waits.next() == "start append(after: Optional(1))")
    source.current?.fail(LoadingFailure("no"))
    #expect(await waits.next() == "didLoad failed no")
    await hands.waitForSleepers(1)
    // A new request replaces the planned retry.
    source.load()
    #expect(await waits.next() == "start refresh")
    await hands.waitForSleepers(0)
    source.cancel()
    #expect(await waits.next() == "didLoad cancelled")
    #expect(source.phase == .loaded && waits.isEmpty)
  }

  @Test("What comes sooner than the shortest time waits; a cancel does not")
  func aMinimumDuration() async throws {
    let source = source(LoadingTiming(minimumDuration: .seconds(2)))
    source.load()
    #expect(await waits.next() == "start load")
    source.current?.finish(LoadedPage(items: [LoadingBook("a")]))
    await hands.waitForSleepers(1)
    #expect(source.phase == .loading && source.current?.isValid == false)
    hands.advance(by: .seconds(1))
    #expect(source.phase == .loading)
    hands.advance(by: .seconds(1))
    #expect(await waits.next() == "didLoad partial")
    #expect(source.loadingText == "A: a")
    source.load()
    #expect(await waits.next() == "start refresh")
    source.current?.finish(LoadedPage(items: []))
    await hands.waitForSleepers(1)
    source.cancel()
    #expect(await waits.next() == "didLoad cancelled")
    await hands.waitForSleepers(0)
    #expect(source.phase == .loaded && source.loadingText == "A: a")
    source.load()
    #expect(await waits.next() == "start refresh")
    hands.advance(by: .seconds(3))
    source.current?.finish(LoadedPage(items: [LoadingBook("b")]))
    #expect(source.phase == .loaded && source.loadingText == "A: b")
  }

  @Test("A loader runs on the source's actor, its answer comes there, and it is cancelled with its loading")
  func anAsynchronousLoader() async {
    let waits = waits
    var gates: [CheckedContinuation<Void, Never>] = []
    let source = LoadingBooks(MemoryList(loadingShelves("A:")), isolation: #isolation) { request in
      MainActor.assertIsolated()
      // The loader runs on the actor, so it may use the actor's state.
      waits.note("ask \(request)")
      await withCheckedContinuation { gates.append($0) }
      MainActor.assertIsolated()
      waits.note(Task.isCancelled ? "cancelled" : "answer")
      switch request {
      case .load: return LoadedPage(items: [LoadingBook("a")], cursor: 1)
      case .append(after: 1): return LoadedPage(items: [LoadingBook("b")])
      case .append: throw LoadingFailure("no page")
      case .refresh: throw CancellationError()
      }
    }
    source.didLoad = { _, outcome in
      MainActor.assertIsolated()
      waits.note("\(outcome.result)")
    }
    source.load()
    source.append()
    source.load()
    #expect(await waits.next() == "ask load")
    gates.removeFirst().resume()
    #expect(await waits.next() == "answer")
    #expect(await waits.next() == "complete")
    source.append()
    #expect(await waits.next() == "ask append(after: Optional(1))")
    gates.removeFirst().resume()
    #expect(await waits.next() == "answer")
    #expect(await waits.next() == "partial")
    #expect(source.loadingText == "A: a b")
    source.load()
    #expect(await waits.next() == "ask refresh")
    source.cancel()
    #expect(await waits.next() == "cancelled")
    gates.removeFirst().resume()
    #expect(await waits.next() == "cancelled")
    #expect(source.phase == .loaded)
    // A loader that throws a cancellation error cancels the loading.
    source.load()
    #expect(await waits.next() == "ask refresh")
    gates.removeFirst().resume()
    #expect(await waits.next() == "answer")
    #expect(await waits.next() == "cancelled")
    #expect(source.phase == .loaded && waits.isEmpty && gates.isEmpty)
  }

  @Test("A source that goes cancels its loader")
  func aSourceThatGoes() async {
    let waits = waits
    var source: LoadingBooks? = LoadingBooks(MemoryList(loadingShelves("A:")), isolation: #isolation) { _ in
      waits.note("ask")
      while !Task.isCancelled { await Task.yield() }
      waits.note("cancelled")
      return LoadedPage(items: [])
    }
    source?.load()
    #expect(await waits.next() == "ask")
    let gone = { [weak source] in source }
    source = nil
    #expect(await waits.next() == "cancelled")
    #expect(gone() == nil)
  }
}

@Suite("A loading source without an actor")
struct LoadingWithoutActorTests {
  #if os(macOS) || os(Linux)
    @Test("A request that has nowhere to go on traps, and says what to do", .startsProcesses)
    func noActor() async throws {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let source = LoadingBooks(MemoryList(), cursor: Int.self, isolation: nil)
        source.load()
      }
      let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(text.contains("Make it on an actor, such as @MainActor"))
    }
  #endif
}
