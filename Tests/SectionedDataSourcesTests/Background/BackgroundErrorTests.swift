import CoreData
import SectionedChanges
import SectionedTesting
import TestTraits
import Testing

@testable import SectionedDataSources

@Suite("The error of a background source is the last one since its last fetch", .opensStores)
@MainActor
struct BackgroundErrorTests {
  private typealias Step = ValuesStep<String, TrackValue>

  private struct Failure: Error, Equatable {
    let number: Int
  }

  /// Four events are fetches that succeed (bit 0) or errors (bit 1). The bits of `cuts` are the ends of steps.
  @Test("steps that are joined keep the order of fetches and errors", arguments: 0..<16, 0..<8)
  func joined(events: Int, cuts: Int) {
    var (joined, step) = (Step(), Step())
    var last: Failure? = Failure(number: -1)
    var all: [Failure] = []
    for number in 0..<4 {
      if events >> number & 1 == 0 {
        step.noteFetch()
        last = nil
      } else {
        let failure = Failure(number: number)
        step.errors.append(failure)
        all.append(failure)
        last = failure
      }
      if cuts >> number & 1 == 1 {
        joined.join(step)
        step = Step()
      }
    }
    joined.join(step)
    #expect(joined.error(after: Failure(number: -1)) as? Failure == last)
    #expect(joined.errors.map { $0 as? Failure } == all && joined.isFetched == (events != 15))
  }

  /// The fetch succeeds, and the values of changed rows cannot be made in the same step.
  @Test("an error after the fetch of its step is set when it is reported, and the next fetch removes it")
  func sameStep() async throws {
    let library = try MusicLibrary()
    try library.fill("A: a1")
    let (anomalies, handler) = collecting()
    let source = library.backgroundTracks(anomalies: handler)
    await source.rest()
    var found: [Failure?] = []
    source.onError = { [unowned source] _ in found.append(source.error as? Failure) }
    var step = Step()
    step.isFetched = true
    step.errors = [Failure(number: 1)]
    step.number = source.received
    source.take(step)
    #expect(found == [Failure(number: 1)] && anomalies.kinds == [.fetchFailed])
    #expect(source.error as? Failure == Failure(number: 1) && source.phase == .loaded)
    source.reload()
    await source.rest()
    #expect(source.error == nil && found.count == 1)
  }

  /// The error of the closure waits when the fetch of the same piece of work begins, because the fetch was requested
  /// while the closure ran.
  @Test("an error before a fetch is older than the fetch, and than its error", arguments: [false, true])
  func before(fails: Bool) async throws {
    let library = try MusicLibrary()
    try library.fill("A: a1")
    let (anomalies, handler) = collecting()
    let source = library.backgroundTracks(anomalies: handler)
    await source.rest()
    var found: [Bool] = []
    source.onError = { error in found.append(error is Failure) }
    let gate = Gate()
    source.perform { _ in
      gate.pass()
      throw Failure(number: 1)
    }
    gate.waitUntilReached()
    // A sectioned controller does not support a limit of the section request.
    source.changeRequests { _, sections in if fails { sections.fetchLimit = 1 } }
    gate.open()
    await source.rest()
    #expect(found == (fails ? [true, false] : [true]) && anomalies.kinds.count == found.count)
    #expect((source.error != nil) == fails && !(source.error is Failure))
  }
}
